import type { CDPSession } from "puppeteer-core";

/** A root that functions can run on: a document or shadow root in a frame. */
export interface RootHandle {
  readonly nodeId: number;
  readonly frameId: string;
}

/** Runs code in worlds of our own, one a frame, where the page's scripts have changed nothing. */
export class Worlds {
  private readonly session: CDPSession;
  private readonly contexts = new Map<string, number>();

  constructor(session: CDPSession) {
    this.session = session;
  }

  /** Evaluates in the top frame and waits for the value. */
  async evaluate(expression: string): Promise<unknown> {
    const contextId = await this.contextOf(await this.topFrame());
    const { result, exceptionDetails } = await this.session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Calls a self-contained function in the page with the root as its first argument. Values travel as JSON. */
  async call<A extends unknown[], R>(root: RootHandle, run: (root: Document | ShadowRoot, ...values: A) => R, values: A): Promise<R> {
    const contextId = await this.contextOf(root.frameId);
    const { object } = await this.session.send("DOM.resolveNode", { backendNodeId: root.nodeId, executionContextId: contextId });
    // The TypeScript loader wraps functions in a helper that the page does not have.
    const { result, exceptionDetails } = await this.session.send("Runtime.callFunctionOn", {
      functionDeclaration: `function (...values) { const __name = (made) => made; return (${run.toString()})(this, ...values); }`,
      objectId: object.objectId ?? "",
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Leaves a map of hosts and closed roots in the top frame's world: the door that an extension's platform has of its own. */
  async openDoors(pairs: readonly (readonly [number, number])[]): Promise<void> {
    await this.evaluate("globalThis.fidelityDoors = new Map()");
    const executionContextId = await this.contextOf(await this.topFrame());
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

  private async contextOf(frameId: string): Promise<number> {
    const known = this.contexts.get(frameId);
    if (known !== undefined) return known;
    const { executionContextId } = await this.session.send("Page.createIsolatedWorld", { frameId, worldName: "fidelity" });
    this.contexts.set(frameId, executionContextId);
    return executionContextId;
  }
}
