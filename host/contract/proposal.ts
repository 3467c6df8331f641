import { z } from "zod";
import { type Config, type GuardedSettings, guardedSettingsSchema } from "./config.js";
import { parsePattern, parseUrl } from "./hosts.js";

/** What of `.svc/` this user has neither made nor accepted: none of it counts. `left`: left so by the user, until it changes. */
export const proposalSchema = guardedSettingsSchema.extend({ baselines: z.number().int().min(0), left: z.boolean() });
export type Proposal = z.infer<typeof proposalSchema>;

/** The change of the configuration that accepts proposed settings, beside those in effect now. */
export function acceptingChange(now: Config, { trustedPatterns, urlPatterns, ...switches }: GuardedSettings): GuardedSettings {
  return {
    ...switches,
    ...(trustedPatterns === undefined ? {} : { trustedPatterns: [...now.trustedPatterns, ...trustedPatterns] }),
    ...(urlPatterns === undefined ? {} : { urlPatterns: [...now.urlPatterns, ...urlPatterns] }),
  };
}

/** What accepting a proposal would mean, a sentence for each part, without a full stop. */
export function describeProposal(proposal: Proposal): string[] {
  const { trustedPatterns, urlPatterns, baselines } = proposal;
  return [
    ...(trustedPatterns === undefined ? [] : [`Send pages of these hosts without asking: ${shown(trustedPatterns)}`]),
    ...(urlPatterns === undefined ? [] : [`Give pages of these addresses to this project: ${shown(urlPatterns)}`]),
    ...switches.flatMap(([key, sentence]) => (proposal[key] === true ? [sentence] : [])),
    ...(baselines === 0 ? [] : [`Compare pages with ${baselines === 1 ? "a baseline" : `${baselines} baselines`} from the repository`]),
  ];
}

const switches = [
  ["autoAnswerRequests", "Answer the agent's capture requests without asking on pages of this machine"],
  ["includeSnapshot", "Store the page's HTML with each capture"],
  ["includeScreenshot", "Store a picture of the page with each capture"],
  ["componentNames", "Show file and line of elements: ask the page's framework among its own scripts"],
] as const satisfies readonly (readonly [keyof GuardedSettings, string])[];

/** As they are understood, not as they are written: a look-alike letter shows in the ASCII form of a name. */
function shown(patterns: readonly string[]): string {
  const texts = patterns.map((pattern) => {
    const { hostname, port } = parsePattern(pattern) ?? { hostname: parseUrl(pattern)?.href ?? "", port: "" };
    return port === "" ? hostname : `${hostname}:${port}`;
  });
  return texts.join(", ");
}
