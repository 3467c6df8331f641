/** What is known of a session; counts unless stated otherwise, null where the list cannot be read. */
export interface SessionFacts {
  readonly captures: number | null;
  /** Captures that a report or the repository brought. */
  readonly foreign: number;
  readonly unresolved: number | null;
  readonly baselines: number | null;
  readonly openRequests: number | null;
  /** Whether a process runs that the extension can talk to. */
  readonly reachable: boolean;
  /** Whether the extension ever called. */
  readonly seen: boolean;
  /** Whether the latest capture shows the error of a build in place of the app. */
  readonly isBroken: boolean;
}

/** What an agent does best next, most useful first. */
export function nextSteps({ captures, foreign, unresolved, baselines, openRequests, reachable, seen, isBroken }: SessionFacts): string[] {
  const steps: string[] = [];
  if (isBroken) steps.push("Mend the build first: the latest capture shows its error (buildError), not the app.");
  if ([captures, unresolved, baselines, openRequests].includes(null))
    steps.push("Ask the user to make readable what stands under unreadable.");
  if (unresolved !== null && unresolved > 0) steps.push(`get_unresolved: ${count(unresolved, "open annotation")}.`);
  if (openRequests !== null && openRequests > 0)
    steps.push(`get_request_status: ${count(openRequests, "capture request")} waits for the user.`);
  if (!reachable && !seen)
    steps.push(
      "The extension has not called yet: ask the user to click the svc icon on the page; `svc-init doctor` tells what is missing.",
    );
  else if (!reachable) steps.push("No browser is connected now: the sidebar connects when the user clicks the svc icon.");
  if (captures === 0) {
    const known = foreign === 0 ? "no page was captured here yet" : "the captures here came with a report or the repository";
    steps.push(`request_capture: ${known}; or ask the user to click the svc icon on the page.`);
  } else if (captures !== null && unresolved === 0) steps.push("get_page_summary: look at the latest capture.");
  if (captures !== null && captures > 1) steps.push("compare_captures: see what changed between two captures of a page.");
  if (captures !== null && captures > 0 && baselines === 0) steps.push("set_baseline: keep a good state to compare with later.");
  return steps;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
