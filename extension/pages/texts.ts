/** Every text of the options page, in one place for translation. */
export const texts = {
  title: "svc",
  lead: "Click the icon on a page, and the coding agent of your project reads what you see. Everything stays on this machine.",
  readsTitle: "What a click reads",
  reads: [
    "Elements as they are rendered: tag, attributes, text, role, name, place and style",
    "A list of what could not be read, and why",
    "Your own notes on the page",
  ],
  neverTitle: "What is never read",
  never: [
    "What you typed into fields, passwords first of all",
    "Cookies, sessions, local storage",
    "Hidden text, comments in the source, bodies of requests",
    "Pages on which you did not click the icon",
  ],
  connectionTitle: "Connection",
  looking: "Looking for your projects…",
  nativeOn: "Native messaging is allowed.",
  nativeOff:
    "To reach your project, svc needs one permission of the browser: native messaging. With it the browser starts svc's own program on this machine, which no page and no other extension can reach.",
  nativeAnswers: "svc answers. Go back to your page: the dot in the sidebar is green now.",
  nativeSilent: (detail: string) =>
    `svc does not answer: ${detail.replaceAll("`", "")} Run svc-init in your project, then check again; svc-init doctor says what is wrong if it stays.`,
  projects: (names: string) => `Known projects: ${names}.`,
  projectsNone: "No project is registered yet: run svc-init in one.",
  allow: "Allow native messaging",
  refused: "Not allowed. You can change that here at any time.",
  portsNone: "No project can be reached over local HTTP either.",
  ports: (projects: string, ports: string) => `Over local HTTP: ${projects} (port ${ports}).`,
  look: "Check again",
  proposalTitle: (project: string) => `${project} proposes`,
  proposalHelp: "These settings came with the project's files. None of them counts until you accept them.",
  proposalBaselines: (count: number) =>
    `${count === 1 ? "A baseline" : `${count} baselines`} came with the project's files too. To compare pages with ${count === 1 ? "it" : "them"}, run svc-init trust --accept in the project.`,
  accept: "Accept",
  leave: "Leave it",
  pairTitle: "Pair with a session key",
  pairHelp:
    "Needed only where native messaging cannot be used: with the project's key, requests over local HTTP are signed. svc-init pair shows the key. It is kept until the browser closes.",
  key: "Session key",
  keyFile: "Or choose the key file",
  pair: "Pair",
  pairedWith: (project: string) => `Requests to ${project} over local HTTP are always signed.`,
  forget: "Forget, and allow unsigned ones",
  paired: (projects: string) => `Paired with ${projects}.`,
} as const;
