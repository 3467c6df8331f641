import { join } from "node:path";

/** A stand-in for reg.exe: keeps values in files, writes down each call as a JSON list of its arguments. */
export function registryStandIn(folder: string): string {
  const script = `
    const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync, mkdirSync } = require("node:fs");
    const [verb, key, ...rest] = process.argv.slice(2);
    mkdirSync(${JSON.stringify(join(folder, "registry"))}, { recursive: true });
    appendFileSync(${JSON.stringify(join(folder, "reg-calls"))}, JSON.stringify([verb, key, ...rest]) + "\\n");
    const file = ${JSON.stringify(`${folder}/registry/`)} + encodeURIComponent(key);
    if (verb === "ADD") writeFileSync(file, rest[rest.indexOf("/d") + 1]);
    else if (!existsSync(file)) { console.error("ERROR: The system was unable to find the key."); process.exit(1); }
    else if (verb === "QUERY") console.log("\\r\\n" + key + "\\r\\n    (Standard)    REG_SZ    " + readFileSync(file, "utf8") + "\\r\\n");
    else rmSync(file);
  `;
  return `#!${process.execPath}\n${script}`;
}

/** A stand-in for cmd.exe that knows one thing: with `/u` its `set` lists the variables in UTF-16. */
export function shellStandIn(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\r\n`);
  const script = `
    if (process.argv.slice(2).join(" ") !== "/d /u /c set") process.exit(1);
    process.stdout.write(Buffer.from(${JSON.stringify(lines.join(""))}, "utf16le"));
  `;
  return `#!${process.execPath}\n${script}`;
}
