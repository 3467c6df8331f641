import type { Check } from "../../../../host/contract/checks.js";

/** A piece of one of the app's files and what stands there instead; the piece occurs once. */
export type Edit = readonly [file: string, from: string, to: string];

/** What a person wants of one element, and edits of the app's sources that do it or do not. */
export interface Task {
  /** The element's own text, or a selector after `css:`. */
  readonly at: string;
  /** What the agent states when it resolves; or values that the person tries on the page. */
  readonly check?: Check;
  readonly tried?: { readonly property: string; readonly value: string };
  /** Fulfils the task. */
  readonly edit: Edit;
  /** Changes the element, and does not fulfil the task. */
  readonly miss?: Edit;
  /** Does to another element what was asked for here. */
  readonly wrong?: Edit;
  /** Collateral damage beside `edit`; `named`: the part of a row of `alsoChanged` that names it. */
  readonly also?: { readonly edit: Edit; readonly named: Readonly<Record<string, string>> };
  /** The person loads the page again, as the app cannot take the edit into the running page. */
  readonly needsReload?: boolean;
  /** A mistake after which the app does not build. */
  readonly broken?: Edit;
}

export interface MeasuredApp {
  /** As in the list of apps. */
  readonly name: string;
  readonly path: string;
  /** The first four have `miss`, the first two `wrong`, the third `broken`, the last four `also`. */
  readonly tasks: readonly Task[];
}

const text = (expected: string): Check => ({ kind: "text", expected });
const property = (name: string, expected: string): Check => ({ kind: "property", property: name, expected });

function shadcn(): readonly Task[] {
  const home = "src/features/dashboard/index.tsx";
  const title = (words: string, classes = "text-sm font-medium") => `<CardTitle className='${classes}'>\n                    ${words}\n`;
  const amount = (words: string, classes = "text-2xl font-bold") => `<div className='${classes}'>${words}<`;
  const heading = (classes: string) => `<h1 className='text-2xl font-bold tracking-tight${classes}'>Dashboard`;
  const since =
    "                  <p className='text-xs text-muted-foreground'>\n                    +201 since last hour\n                  </p>\n";
  return [
    {
      at: "Total Revenue",
      check: text("Net Revenue"),
      edit: [home, title("Total Revenue"), title("Net Revenue")],
      miss: [home, title("Total Revenue"), title("Gross Revenue")],
      wrong: [home, title("Subscriptions"), title("Net Revenue")],
    },
    {
      // The app's page of errors has one of its own.
      at: "css:main h1",
      check: property("color", "oklch(0.577 0.245 27.325)"),
      edit: [home, heading(""), heading(" text-red-600")],
      miss: [home, heading(""), heading(" text-orange-600")],
      wrong: [home, title("Total Revenue"), title("Total Revenue", "text-sm font-medium text-red-600")],
    },
    {
      at: "$45,231.89",
      tried: { property: "font-size", value: "30px" },
      edit: [home, amount("$45,231.89"), amount("$45,231.89", "text-3xl font-bold")],
      miss: [home, amount("$45,231.89"), amount("$45,231.89", "text-xl font-bold")],
      broken: [home, amount("$45,231.89"), "<div className='text-3xl font-bold'$45,231.89<"],
    },
    {
      at: "Download",
      check: { kind: "name", expected: "Export" },
      edit: [home, "<Button>Download</Button>", "<Button>Export</Button>"],
      miss: [home, "<Button>Download</Button>", "<Button>Save</Button>"],
    },
    {
      at: "+2350",
      check: text("+2,350"),
      edit: [home, amount("+2350"), amount("+2,350")],
      also: { edit: [home, "+180.1% from last month", "+180% since last month"], named: { property: "text", after: "+180% since" } },
    },
    {
      at: "Subscriptions",
      check: property("font-weight", "bold"),
      edit: [home, title("Subscriptions"), title("Subscriptions", "text-sm font-bold")],
      also: {
        edit: [home, title("Active Now"), title("Active Now", "text-sm font-medium text-green-600")],
        named: { property: "style color" },
      },
    },
    {
      at: "+573",
      check: property("padding-left", "12px"),
      edit: [home, amount("+573"), amount("+573", "text-2xl font-bold pl-3")],
      also: { edit: [home, since, ""], named: { what: "removed" } },
    },
    {
      at: "Help Center",
      check: text("Support"),
      edit: ["src/components/layout/data/sidebar-data.ts", "'Help Center'", "'Support'"],
      // The app shows its error page after such an update.
      needsReload: true,
      also: { edit: ["src/components/ui/card.tsx", "rounded-xl", "rounded-none"], named: { property: "radius" } },
    },
  ];
}

function coreui(): readonly Task[] {
  const home = "src/views/dashboard/Dashboard.vue";
  const figures = "src/views/widgets/WidgetsStatsTypeA.vue";
  const period = (attributes: string, words = "October 2025 - April 2026") => `<div ${attributes}>${words}</div>`;
  const button = (words: string, more = "") => `<CButton color="secondary" variant="outline"${more}>${words}</CButton>`;
  return [
    {
      at: "css:#traffic",
      check: text("Visitors"),
      edit: [home, 'mb-0">Traffic</h4>', 'mb-0">Visitors</h4>'],
      miss: [home, 'mb-0">Traffic</h4>', 'mb-0">Trafic</h4>'],
      wrong: [home, period('class="small text-body-secondary"'), period('class="small text-body-secondary"', "Visitors")],
    },
    {
      at: "Day",
      check: property("text-transform", "uppercase"),
      edit: [home, button("Day"), button("Day", ' class="text-uppercase"')],
      miss: [home, button("Day"), button("Day", ' class="text-lowercase"')],
      wrong: [home, button("Year"), button("Year", ' class="text-uppercase"')],
    },
    {
      at: "October 2025 - April 2026",
      tried: { property: "font-size", value: "20px" },
      edit: [home, period('class="small text-body-secondary"'), period('class="text-body-secondary" style="font-size: 20px"')],
      miss: [home, period('class="small text-body-secondary"'), period('class="text-body-secondary" style="font-size: 18px"')],
      broken: [home, period('class="small text-body-secondary"'), '<div class="text-body-secondary" style="font-size: 20px>October'],
    },
    {
      at: "29.703 Users (40%)",
      check: { kind: "text", compare: "matches", expected: "^30\\.000 " },
      edit: [home, "29.703 Users (40%)", "30.000 Users (40%)"],
      miss: [home, "29.703 Users (40%)", "29.999 Users (40%)"],
    },
    {
      at: "Visits",
      check: text("All visits"),
      edit: [home, ">Visits<", ">All visits<"],
      also: { edit: [home, ">Unique<", ">Unique people<"], named: { property: "text", after: "Unique people" } },
    },
    {
      at: "Income",
      check: text("Revenue"),
      edit: [figures, "<template #title>Income<", "<template #title>Revenue<"],
      also: { edit: [figures, "<template #title>Sessions<", "<template #title>Visits<"], named: { property: "text", after: "Visits" } },
    },
    {
      at: "Year",
      check: { kind: "gone" },
      edit: [home, button("Year"), ""],
      also: {
        edit: [home, 'class="card-title mb-0">Traffic', 'class="card-title mb-0 text-danger">Traffic'],
        named: { property: "style color" },
      },
    },
    {
      at: "44K",
      check: { kind: "text", compare: "contains", expected: "45K" },
      edit: [figures, ">44K", ">45K"],
      also: {
        edit: ["src/styles/style.scss", "\n.footer {\n", "\n.card-footer { padding: 40px !important; }\n.footer {\n"],
        named: { property: "padding" },
      },
    },
  ];
}

function flowbite(): readonly Task[] {
  const page = "src/routes/(sidebar)/settings/+page.svelte";
  const language = "src/lib/LanguageTime.svelte";
  const accounts = "src/routes/utils/settings/SocialAccounts.svelte";
  const label = (words: string, style = "") => `<span${style === "" ? "" : ` style="${style}"`}>${words}</span>`;
  return [
    {
      at: "User settings",
      check: text("Account settings"),
      edit: [page, ">User settings</Heading>", ">Account settings</Heading>"],
      miss: [page, ">User settings</Heading>", ">User setting</Heading>"],
      wrong: [page, "<BreadcrumbItem>Settings<", "<BreadcrumbItem>Account settings<"],
    },
    {
      at: "Select language",
      check: property("color", "red"),
      edit: [language, label("Select language"), label("Select language", "color: red")],
      miss: [language, label("Select language"), label("Select language", "color: blue")],
      wrong: [language, label("Time Zone"), label("Time Zone", "color: red")],
    },
    {
      at: "Time Zone",
      tried: { property: "font-size", value: "18px" },
      edit: [language, label("Time Zone"), label("Time Zone", "font-size: 18px")],
      miss: [language, label("Time Zone"), label("Time Zone", "font-size: 17px")],
      broken: [language, label("Time Zone"), '<span style="font-size: 18px>Time Zone</span>'],
    },
    {
      at: "General Information",
      check: text("About you"),
      edit: ["src/lib/GeneralInfo.svelte", 'title="General Information"', 'title="About you"'],
      miss: ["src/lib/GeneralInfo.svelte", 'title="General Information"', 'title="General info"'],
    },
    {
      at: "Social accounts",
      check: text("Your accounts"),
      edit: [accounts, 'title="Social accounts"', 'title="Your accounts"'],
      also: { edit: [accounts, "'Facebook account'", "'Meta account'"], named: { property: "text", after: "Meta account" } },
    },
    {
      at: "Facebook account",
      check: text("Meta account"),
      edit: [accounts, "'Facebook account'", "'Meta account'"],
      also: { edit: [accounts, "'Github account'", "'GitHub'"], named: { property: "text", after: "GitHub" } },
    },
    {
      at: "Language & Time",
      check: { kind: "name", expected: "Language and time" },
      edit: [language, 'title="Language &amp; Time"', 'title="Language and time"'],
      also: { edit: [language, label("Time Zone"), label("Time Zone", "font-weight: 900")], named: { property: "font-weight" } },
    },
    {
      at: "Authentication",
      check: text("Sign-in pages"),
      edit: ["src/routes/(sidebar)/Sidebar.svelte", "name: 'Authentication'", "name: 'Sign-in pages'"],
      also: {
        edit: ["src/app.css", "@layer base {\n", "@layer base {\n  h3 { letter-spacing: 2px !important; }\n"],
        named: { property: "letter-spacing" },
      },
    },
  ];
}

function material(): readonly Task[] {
  const view = "src/sections/user/view/user-view.tsx";
  const upgrade = "src/layouts/components/nav-upgrade.tsx";
  const mock = "src/_mock/_mock.ts";
  return [
    {
      at: "Upgrade to Pro",
      check: text("Get Pro"),
      edit: [upgrade, "        Upgrade to Pro\n", "        Get Pro\n"],
      miss: [upgrade, "        Upgrade to Pro\n", "        Upgrade\n"],
      wrong: [upgrade, "        More features?\n", "        Get Pro\n"],
    },
    {
      at: "$69",
      check: property("color", "#ff0000"),
      edit: [upgrade, "sx={{ color: 'text.primary' }}", "sx={{ color: '#ff0000' }}"],
      miss: [upgrade, "sx={{ color: 'text.primary' }}", "sx={{ color: '#ee0000' }}"],
      wrong: [upgrade, "sx={{ color: 'text.secondary', mt: 0.5 }}", "sx={{ color: '#ff0000', mt: 0.5 }}"],
    },
    {
      at: "More features?",
      tried: { property: "font-size", value: "24px" },
      edit: [
        upgrade,
        "            color: 'transparent',\n",
        "            color: 'transparent',\n            fontSize: '24px !important',\n",
      ],
      miss: [
        upgrade,
        "            color: 'transparent',\n",
        "            color: 'transparent',\n            fontSize: '22px !important',\n",
      ],
      broken: [upgrade, "            color: 'transparent',\n", "            color: 'transparent\n            fontSize: 24,\n"],
    },
    {
      at: "Company",
      check: text("Employer"),
      edit: [view, "label: 'Company'", "label: 'Employer'"],
      miss: [view, "label: 'Company'", "label: 'Companies'"],
    },
    {
      at: "Team 1",
      check: text("First team"),
      edit: ["src/layouts/nav-config-workspace.tsx", "'Team 1'", "'First team'"],
      // The menu holds the value that it had first.
      needsReload: true,
      also: { edit: [upgrade, "          $69\n", "          $79\n"], named: { property: "text", after: "$79" } },
    },
    {
      at: "Adam Trantow",
      // The table is in the order of the names, and shows the first five.
      check: text("Adam Tran"),
      edit: [mock, "'Adam Trantow'", "'Adam Tran'"],
      needsReload: true,
      also: { edit: [mock, "'Angel Rolfson-Kulas'", "'Angela Rolfson'"], named: { property: "text", after: "Angela Rolfson" } },
    },
    {
      at: "Role",
      check: text("Position"),
      edit: [view, "label: 'Role'", "label: 'Position'"],
      also: { edit: [view, "label: 'Verified', align: 'center'", "label: 'Verified', align: 'right'"], named: { property: "text-align" } },
    },
    {
      at: "New user",
      check: text("Add a user"),
      edit: [view, "          New user\n", "          Add a user\n"],
      also: { edit: [view, "          Users\n", "          People\n"], named: { property: "text", after: "People" } },
    },
  ];
}

function vuestic(): readonly Task[] {
  const page = "src/pages/faq/FaqPage.vue";
  const questions = "src/pages/faq/widgets/Questions.vue";
  const categories = "src/pages/faq/data/popularCategories.json";
  const words = "src/i18n/locales/gb.json";
  const heading = (inner: string, style = "") => `<h1 class="page-title"${style === "" ? "" : ` style="${style}"`}>${inner}</h1>`;
  const asked = (style: string) => `<h2 class="va-h5"${style}>Popular questions`;
  return [
    {
      at: "How can we help you?",
      check: text("What do you need?"),
      edit: [page, heading("How can we help you?"), heading("What do you need?")],
      miss: [page, heading("How can we help you?"), heading("How can I help you?")],
      wrong: [questions, "Popular questions", "What do you need?"],
    },
    {
      at: "Popular questions",
      check: property("color", "red"),
      edit: [questions, asked(""), asked(' style="color: red"')],
      miss: [questions, asked(""), asked(' style="color: blue"')],
      wrong: [page, heading("How can we help you?"), heading("How can we help you?", "color: red")],
    },
    {
      at: "css:h1.page-title",
      tried: { property: "font-size", value: "40px" },
      edit: [page, heading("How can we help you?"), heading("How can we help you?", "font-size: 40px")],
      miss: [page, heading("How can we help you?"), heading("How can we help you?", "font-size: 41px")],
      broken: [page, heading("How can we help you?"), '<h1 class="page-title" style="font-size: 40px>How'],
    },
    {
      at: "Getting Started",
      check: text("First steps"),
      edit: [categories, '"Getting Started"', '"First steps"'],
      miss: [categories, '"Getting Started"', '"Get started"'],
    },
    {
      at: "How-to Articles",
      check: text("Articles"),
      edit: [categories, '"How-to Articles"', '"Articles"'],
      also: { edit: [categories, '"Billing and Account"', '"Bills"'], named: { property: "text", after: "Bills" } },
    },
    {
      at: "SEO",
      check: text("Search"),
      edit: [categories, '"SEO"', '"Search"'],
      also: { edit: ["src/pages/faq/widgets/Categories.vue", "text-lg leading-7", "text-2xl leading-7"], named: { property: "font" } },
    },
    {
      at: "Support & Consulting",
      check: { kind: "text", compare: "contains", expected: "Consulting only" },
      edit: [words, '"Support & Consulting"', '"Consulting only"'],
      also: { edit: [words, '"About Vuestic Admin"', '"About us"'], named: { property: "text", after: "About us" } },
    },
    {
      at: "Billing and Account",
      check: text("Your account"),
      edit: [categories, '"Billing and Account"', '"Your account"'],
      also: { edit: ["src/pages/faq/widgets/Navigation.vue", 'class="mb-4 p-6"', 'class="mb-4 p-12"'], named: { property: "padding" } },
    },
  ];
}

/** Pages of five apps with eight tasks each, written by hand from their sources. */
export const measuredApps: readonly MeasuredApp[] = [
  { name: "shadcn-admin", path: "/", tasks: shadcn() },
  { name: "coreui-vue", path: "/#/dashboard", tasks: coreui() },
  { name: "flowbite-svelte", path: "/settings", tasks: flowbite() },
  { name: "material-kit-react", path: "/user", tasks: material() },
  { name: "vuestic-admin", path: "/faq", tasks: vuestic() },
];

/** What is done to the sources in answer to a task. */
export const kinds = ["right", "misses", "right, and more", "wrong element", "not built", "nothing done"] as const;
export type Kind = (typeof kinds)[number];

export interface Case {
  readonly app: string;
  readonly path: string;
  readonly task: Task;
  readonly kind: Kind;
  /** None: the files that the agent names were not changed. */
  readonly edits: readonly Edit[];
}

/** Twenty cases of an app: eight right, four that miss, four right with more, two on the wrong element, two with nothing built; and one with nothing done. */
export function casesOf({ name, path, tasks }: MeasuredApp): Case[] {
  const of = (kind: Kind, task: Task, edits: readonly (Edit | undefined)[]): Case[] =>
    edits.includes(undefined) ? [] : [{ app: name, path, task, kind, edits: edits.filter((edit) => edit !== undefined) }];
  return [
    ...tasks.flatMap((task) => of("right", task, [task.edit])),
    ...tasks.flatMap((task) => of("misses", task, [task.miss])),
    ...tasks.flatMap((task) => of("right, and more", task, [task.edit, task.also?.edit])),
    ...tasks.flatMap((task) => of("wrong element", task, [task.wrong])),
    ...tasks.flatMap((task) => of("not built", task, [task.broken])),
    // One that was not saved, or stands in a branch that is not served.
    ...tasks.slice(3, 4).flatMap((task) => of("not built", task, [])),
    // On a page with clocks and counters, for a task that is fulfilled already.
    ...tasks.slice(0, 1).flatMap(({ at, edit }) => of("nothing done", { at, edit, check: { kind: "exists" } }, [])),
  ];
}
