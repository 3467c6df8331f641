import type { CDPSession } from "puppeteer-core";

/** A world of our own beside the page's top frame, where the page's scripts have changed nothing. */
export class OwnWorld {
  private readonly session: CDPSession;
  private contextId: number | undefined;

  constructor(session: CDPSession) {
    this.session = session;
  }

  /** Evaluates and waits for the value, which travels as JSON. */
  async evaluate(expression: string): Promise<unknown> {
    return (await this.run(expression, true)).value;
  }

  /** Evaluates, and returns the protocol's name of the object. */
  async objectOf(expression: string): Promise<string> {
    return (await this.run(expression, false)).objectId ?? "";
  }

  /** Leaves a map of hosts and closed roots: the door that an extension's platform has of its own. */
  async openDoors(pairs: readonly (readonly [number, number])[]): Promise<void> {
    await this.evaluate("globalThis.fidelityDoors = new Map();0");
    const executionContextId = await this.context();
    for (const pair of pairs) {
      const [host, root] = await Promise.all(
        pair.map(
          async (backendNodeId) =>
            (await this.session.send("DOM.resolveNode", { backendNodeId, executionContextId })).object.objectId ?? "",
        ),
      );
      await this.session.send("Runtime.callFunctionOn", {
        functionDeclaration: "function (host, root) { fidelityDoors.set(host, root); }",
        executionContextId,
        arguments: [{ objectId: host ?? "" }, { objectId: root ?? "" }],
      });
    }
  }

  async topFrame(): Promise<string> {
    const { frameTree } = await this.session.send("Page.getFrameTree");
    return frameTree.frame.id;
  }

  private async run(expression: string, returnByValue: boolean) {
    const contextId = await this.context();
    const { result, exceptionDetails } = await this.session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result;
  }

  private async context(): Promise<number> {
    if (this.contextId === undefined) {
      const world = { frameId: await this.topFrame(), worldName: "fidelity" };
      this.contextId = (await this.session.send("Page.createIsolatedWorld", world)).executionContextId;
    }
    return this.contextId;
  }
}
