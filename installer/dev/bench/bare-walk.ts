import { properties } from "../../../extension/capture/styles/properties.js";

/** Those of a capture that a browser has under that name. */
const computedStyles = properties.filter((name) => name !== "paint");

/** Each element's box and the very properties that our captures hold, of every element, and nothing made of them. */
export const bareWalk = `
  const properties = ${JSON.stringify(computedStyles)};
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  let made = 0;
  for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    made += x + y + width + height;
    for (const property of properties) made += style.getPropertyValue(property).length;
  }`;
