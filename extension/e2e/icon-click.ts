import type { Browser, Page } from "puppeteer-core";
import { chromeExtensionId } from "../../host/contract/names.js";
import { waitUntil } from "../../host/testing/wait-until.js";

/** Clicks the extension's icon for a page's tab, as the toolbar does: the click grants activeTab. */
export async function clickIcon(browser: Browser, page: Page): Promise<void> {
  const session = await browser.target().createCDPSession();
  const url = page.url();
  try {
    // Right after a navigation the tab may not take the click yet.
    await waitUntil("the icon's click to be taken", async () => {
      const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "tab" }] });
      const [tab, other] = targetInfos.filter((target) => target.url === url);
      // A tab that is just closing still stands in the list.
      if (tab === undefined || other !== undefined) return undefined;
      return session.send("Extensions.triggerAction", { id: chromeExtensionId, targetId: tab.targetId }).then(
        () => true,
        () => undefined,
      );
    });
  } finally {
    await session.detach();
  }
}
