import type { OnDemandScript } from "../messages.js";
import type { PagePorts } from "../sidebar/ports.js";
import type { BackgroundLink } from "./background-link.js";
import { offer } from "./on-demand.js";
import { makePageComponents } from "./page-components.js";
import type { PageErrors } from "./page-errors.js";
import { makePagePorts } from "./page-ports.js";

/** What the page's side needs of the sidebar's: its element, which no reading contains, and its line to the background. */
export interface PageWorld {
  readonly host: HTMLElement;
  readonly errors: PageErrors;
  readonly ask: BackgroundLink["ask"];
}

function openPage({ host, errors, ask }: PageWorld): PagePorts {
  const load = (script: OnDemandScript) => () => ask("script:load", { script });
  return makePagePorts({
    host,
    errors,
    components: makePageComponents({ inject: load("look-up"), askPage: () => ask("components:look-up", {}) }),
    loadAudit: load("audit"),
    loadSnapshot: load("snapshot"),
    takePicture: () => ask("page:picture", {}),
  });
}

/** What this script hands over: the engine that reads the page, and the picker. */
export type PageScript = typeof openPage;

offer("svc.page", openPage);
