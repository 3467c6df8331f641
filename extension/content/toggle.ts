import type { OnDemandScript } from "../messages.js";
import { mountSidebar } from "../sidebar/mount.js";
import { openBackgroundLink } from "./background-link.js";
import type { InspectScript } from "./inspect-script.js";
import { makeLatePage } from "./late-page.js";
import { receive } from "./on-demand.js";
import { makeOutPorts } from "./out-ports.js";
import { collectPageErrors } from "./page-errors.js";
import { watchMoves } from "./page-moves.js";
import type { PageScript } from "./page-script.js";
import { makeReportMaker } from "./report-maker.js";
import { openShadowHost } from "./shadow-host.js";
import { reasonUnreadable } from "./unreadable.js";

declare global {
  /** In the isolated world, which the page cannot see: closes the open sidebar; false when it was no longer on the page. */
  var svcCloseSidebar: (() => boolean) | undefined;
}

/** Opens the sidebar, or closes the one that is open. */
export function toggleSidebar(): void {
  // One that the page has thrown away was not there for the user: the click opens another.
  if (globalThis.svcCloseSidebar?.() !== true) openSidebar();
}

function openSidebar(): void {
  const link = openBackgroundLink();
  const reason = reasonUnreadable();
  if (reason !== undefined) {
    void link.ask("page:unreadable", { reason }).finally(link.close);
    return;
  }
  const host = openShadowHost(lose);
  const errors = collectPageErrors();
  const load = (script: OnDemandScript) => () => link.ask("script:load", { script });
  const page = makeLatePage(async () => {
    const openPage = await receive<PageScript>("svc.page", load("page"));
    return openPage({ host: host.element, errors, ask: link.ask });
  });

  function close(): void {
    globalThis.svcCloseSidebar = undefined;
    unmount();
    errors.stop();
    host.remove();
    link.close();
  }

  /** The icon is the only place left to say so. */
  function lose(): void {
    void link.ask("page:unreadable", { reason: "This page threw the sidebar out. Click again to open it anew." }).finally(close);
  }

  const loadReport = () => makeReportMaker(link, host.element, page);
  const unmount = mountSidebar(host.root, {
    ask: link.ask,
    onPush: link.onPush,
    onMoved: watchMoves,
    page,
    out: makeOutPorts(host.root),
    loadReport,
    loadInspect: () => receive<InspectScript>("svc.inspect", load("inspect")),
    close,
  });
  globalThis.svcCloseSidebar = () => {
    const wasThere = host.element.isConnected;
    close();
    return wasThere;
  };
}
