import { expect, test } from "vitest";
import type { Capture } from "../contract/capture.js";
import { openStudio } from "./captures.js";
import { shared } from "./shared.js";

const studio = shared(openStudio);
const count = "window.n = (window.n ?? 0) + 1; document.title = n";

/** What a document that stands there would hand on to the next one, were it written into that. */
const moving = [
  ...[
    "<link rel=stylesheet href=/none.css>",
    "<style>@import '/none.css'</style>",
    "<p style='background: url(/none.png)'>x",
    "<img src=/none.png>",
  ],
  ...["<meta name=color-scheme content=dark>", `<script>${count}</script>`, `<body onload="${count}">`],
];

test.each(moving)("a page given as text is captured as one that is loaded, also after %s", async (before) => {
  const stable = ({ metadata, ...rest }: Capture) => ({ ...rest, metadata: { ...metadata, id: "", url: "", capturedAt: "", timings: {} } });
  for (const html of [before, `${before}<p>One</p>`, "<style>p { color: red }</style><p>One</p>"]) {
    const [given, loaded] = [await studio.html(html), await studio.html(html, { path: "loaded.html", width: 1_280 })];
    expect(stable(given)).toEqual(stable(loaded));
  }
});
