import { createResource, createSignal, For, Show } from "solid-js";
import type { ProjectProposal } from "../messages.js";
import { ask } from "../platform.js";

/** Pending proposals of the user's projects, accepted or rejected as a whole for each project. */
export function Proposals() {
  const [open, { refetch }] = createResource(() => ask("proposals:list", {}));
  const [problem, setProblem] = createSignal("");

  async function settle(proposed: ProjectProposal, accept: boolean): Promise<void> {
    try {
      await ask("proposals:settle", { ...proposed, accept });
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    await refetch();
  }

  return (
    <>
      <For each={open.error === undefined ? open.latest : []}>
        {(proposed) => <OneProposal proposed={proposed} settle={(accept) => void settle(proposed, accept)} />}
      </For>
      <Show when={problem() !== "" || open.error !== undefined}>
        <p role="alert">{problem() || String(open.error)}</p>
      </Show>
    </>
  );
}

function OneProposal(props: { readonly proposed: ProjectProposal; readonly settle: (accept: boolean) => void }) {
  return (
    <section>
      <h2>{`${props.proposed.project.name} proposes`}</h2>
      <Show when={props.proposed.lines.length > 0}>
        <p>These settings came with the project's files. None of them counts until you accept them.</p>
        <ul>
          <For each={props.proposed.lines}>{(line) => <li>{line}</li>}</For>
        </ul>
      </Show>
      {props.proposed.proposal.baselines > 0 && <p>{baselinesLine(props.proposed.proposal.baselines)}</p>}
      <Show when={props.proposed.lines.length > 0}>
        <p>
          <button type="button" onClick={() => props.settle(false)}>
            Leave it
          </button>{" "}
          <button type="button" onClick={() => props.settle(true)}>
            Accept
          </button>
        </p>
      </Show>
    </section>
  );
}

function baselinesLine(count: number): string {
  const [what, them] = count === 1 ? ["A baseline", "it"] : [`${count} baselines`, "them"];
  return `${what} came with the project's files too. To compare pages with ${them}, run svc-init trust --accept in the project.`;
}
