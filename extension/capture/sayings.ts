import type { AttributeName, AttributeValue } from "./attribute-values.js";
import type { AttributeRecord } from "./attributes.js";
import { hash, mix } from "./hash.js";
import { makeClassHash } from "./key-rules.js";

/** Hashes of what elements' attributes say, for their keys. Sums, so that the order of the attributes does not count; 0 for nothing. */
export class Sayings {
  private readonly hashOfClasses = makeClassHash();
  private readonly names = new Map<AttributeName, number>();

  of(record: AttributeRecord): number {
    record.says ??= this.sum(record, ({ name }) => name.says);
    return record.says;
  }

  classesOf(record: AttributeRecord): number {
    if (record.classes === undefined) {
      const attribute = record.attributes.find(({ name }) => name.isClass);
      record.classes = attribute === undefined ? 0 : this.hashOf(attribute);
    }
    return record.classes;
  }

  /** All that lasts. */
  allOf(record: AttributeRecord): number {
    const rest = this.sum(record, ({ name }) => !name.isClass && name.lasts);
    return mix(rest, this.classesOf(record));
  }

  private sum({ attributes }: AttributeRecord, counts: (attribute: AttributeValue) => boolean): number {
    let sum = 0;
    for (const attribute of attributes) {
      const hashed = counts(attribute) ? this.hashOf(attribute) : 0;
      if (hashed !== 0) sum = (sum + mix(this.hashOfName(attribute.name), hashed)) | 0;
    }
    return sum;
  }

  private hashOf(attribute: AttributeValue): number {
    const { name, value = "" } = attribute;
    attribute.hash ??= value === "" ? 0 : name.isClass ? this.hashOfClasses(value) : hash(value);
    return attribute.hash;
  }

  private hashOfName(name: AttributeName): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const made = hash(name.name);
    this.names.set(name, made);
    return made;
  }
}
