import { openOverlay } from "../../../extension/content/overlay.js";

/** Opens the overlay with its frame, as a click of the icon does, and nothing else. */
const overlay = openOverlay(
  () => undefined,
  () => undefined,
);
overlay.setArea({ side: "right", size: 360 });
