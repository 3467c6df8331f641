/** A note as people write them, on an element of an app, and the file that is to be edited first for it. */
export interface RealisticNote {
  readonly app: string;
  /** Path of the page. */
  readonly url: string;
  readonly tag: string;
  /** The element's own text or its name. */
  readonly shown: string;
  readonly comment: string;
  /** Where the text stands, where this one element is written, or for a wish about all of its kind where these are drawn. */
  readonly edit: string;
}

type Row = readonly [url: string, tag: string, shown: string, comment: string, edit: string];

const byApp: Readonly<Record<string, readonly Row[]>> = {
  "shadcn-admin": [
    ["/tasks", "p", "Here's a list of your tasks for this month!", "Shorter wording: Tasks of this month", "src/features/tasks/index.tsx"],
    ["/", "button", "Download", "This button should be called Export", "src/features/dashboard/index.tsx"],
    ["/", "button", "Download", "All buttons with rounder corners, please", "src/components/ui/button.tsx"],
    ["/", "div", "+$1,999.00", "Wrong amount, it was $2,999.00", "src/features/dashboard/components/recent-sales.tsx"],
    ["/tasks", "button", "SN", "Too small to hit, make this one bigger", "src/components/profile-dropdown.tsx"],
    ["/tasks", "span", "Shadcn Admin", "The team is called Acme now", "src/components/layout/data/sidebar-data.ts"],
  ],
  "material-kit-react": [
    ["/", "h4", "Hi, Welcome back 👋", "Drop the waving hand", "src/sections/overview/view/overview-analytics-view.tsx"],
    ["/", "a", "Upgrade to Pro", "Should open in a new tab", "src/layouts/components/nav-upgrade.tsx"],
    ["/", "span", "Current subject", "Title should be: Subjects", "src/sections/overview/view/overview-analytics-view.tsx"],
    ["/", "div", "Team 1", "This team is called Design", "src/layouts/nav-config-workspace.tsx"],
    ["/user", "td", "UI Designer", "The column is too narrow here", "src/sections/user/user-table-row.tsx"],
  ],
  "vuestic-admin": [
    ["/dashboard", "a", "Support & Consulting", "Rename to Help", "src/i18n/locales/gb.json"],
    ["/dashboard", "a", "Lycy Peterson", "Her name is spelled Lucy", "src/pages/admin/dashboard/cards/Timeline.vue"],
    ["/dashboard", "span", "Earnings this month", "Label should say: Earned in May", "src/pages/admin/dashboard/cards/RevenueReport.vue"],
    ["/faq", "div", "How do I reload a page?", "Wording: Reloading a page", "src/pages/faq/widgets/Questions.vue"],
    ["/faq", "h2", "Getting Started", "The title should be First steps", "src/pages/faq/data/popularCategories.json"],
  ],
  "eleventy-base-blog": [
    ["/", "a", "Skip to main content", "Should jump to the article", "_includes/layouts/base.njk"],
    ["/blog/", "h1", "Archive", "Call it: All posts", "content/blog.njk"],
    ["/", "time", "September 2018", "Show the day too", "_includes/postslist.njk"],
    ["/", "a", "Eleventy project", "This link is broken", "_includes/layouts/home.njk"],
  ],
  "antd-dashboard": [
    ["/dashboards/projects", "a", "Create an account here", "Wording: Sign up", "src/pages/authentication/sign-in.tsx"],
    ["/dashboards/projects", "span", "Continue", "The label should be: Sign in", "src/pages/authentication/sign-in.tsx"],
    ["/", "img", "dashboard image snippet", "Blurred on my screen", "src/pages/home.tsx"],
    ["/", "span", "Live Preview", "Rename to Demo", "src/layouts/guest/guest.tsx"],
  ],
  "express-mvc": [
    ["/users", "p", "Click a user below to view their pets.", "Say: Choose a user", "examples/mvc/controllers/user/views/list.hbs"],
    ["/user/0/edit", "input", "Update", "Should say Save", "examples/mvc/controllers/user/views/edit.hbs"],
    ["/user/0", "a", "edit", "Make this look like a button", "examples/mvc/controllers/user/views/show.hbs"],
  ],
  "sakai-ng": [
    ["/", "a", "PrimeNG", "Goes to the wrong page", "src/app/layout/component/app.footer.ts"],
    ["/", "td", "Bamboo Watch", "Wrong name: it is Bamboo Clock", "src/app/pages/service/product.service.ts"],
    [
      "/uikit/formlayout",
      "small",
      "Enter your username to reset your password.",
      "Wording is too long",
      "src/app/pages/uikit/formlayoutdemo.ts",
    ],
    ["/pages/crud", "input", "Search...", "Placeholder should be: Find a product", "src/app/pages/crud/crud.ts"],
  ],
  "coreui-vue": [
    ["/#/dashboard", "div", "Pageviews", "Typo: two words", "src/views/dashboard/Dashboard.vue"],
    ["/#/dashboard", "span", "NEW", "Not new any more, the text can go", "src/_nav.js"],
    ["/#/forms/form-control", "button", "Confirm identity", "Make this one larger", "src/views/forms/FormControl.vue"],
    ["/#/dashboard", "div", "10 sec ago", "Should be in minutes", "src/views/dashboard/Dashboard.vue"],
  ],
  "pwa-starter": [
    ["/", "h1", "PWA Starter", "The title should be our app's name", "src/components/header.ts"],
    ["/", "h2", "Technology Used", "Heading should say: Built with", "src/pages/app-home.ts"],
    ["/about", "sl-button", "Back", "Label should be: Home", "src/components/header.ts"],
    ["/about", "h2", "Did you know?", "Drop the question mark", "src/pages/app-about/app-about.ts"],
  ],
  "flowbite-svelte": [
    ["/dashboard", "button", "Post comment", "Call it Send", "src/routes/utils/dashboard/Message.svelte"],
    ["/settings", "select", "Time Zone", "This one is too wide", "src/lib/LanguageTime.svelte"],
    ["/dashboard", "p", "Cheers!", "Too informal, take it out", "src/routes/utils/dashboard/Chat.svelte"],
    ["/pages/pricing", "h1", "Our pricing plan made simple", "Title: Prices", "src/routes/(no-layout)/pages/pricing/+page.svelte"],
    ["/dashboard", "button", "Dark mode", "Forgets what I chose", "src/routes/(sidebar)/Navbar.svelte"],
  ],
  "mantine-admin": [
    ["/", "input", "Your email", "Placeholder should be: name@company.com", "src/components/Landing/EmailSection.tsx"],
    ["/dashboard", "h5", "Wallet Balance", "Title: Balance", "src/components/Dashboard/BalanceCard.tsx"],
    ["/", "a", "Home", "Should be called Start", "src/app/page.tsx"],
    ["/dashboard", "button", "Buy/Sell", "This button should be wider", "src/components/Dashboard/ProfileCard.tsx"],
    ["/dashboard", "p", "Chain", "The label is Network now", "src/components/Dashboard/ProfileCard.tsx"],
  ],
  astrowind: [
    ["/", "span", "NEW", "Take this out", "src/components/widgets/Announcement.astro"],
    ["/pricing", "h2", "Our prices", "Heading: Plans", "src/pages/pricing.astro"],
    ["/", "button", "Homes", "Rename to Examples", "src/navigation.ts"],
    ["/", "a", "Get template", "All buttons less round, please", "src/components/ui/Button.astro"],
    ["/", "button", "Toggle between Dark and Light mode", "Does nothing at the first click", "src/components/common/ToggleTheme.astro"],
  ],
  "next-shadcn": [
    ["/dashboard/crm", "h2", "Pipeline Overview", "Title: Pipeline", "src/app/(main)/dashboard/crm/_components/kpi-cards.tsx"],
    [
      "/dashboard/crm",
      "div",
      "Lead-to-Deal Rate",
      "The label should be Win rate",
      "src/app/(main)/dashboard/crm/_components/kpi-cards.tsx",
    ],
    ["/auth/v1/login", "input", "Email Address", "Put the focus here at the start", "src/app/(main)/auth/_components/login-form.tsx"],
    [
      "/dashboard/crm",
      "button",
      "Edit opportunity",
      "Nothing happens",
      "src/app/(main)/dashboard/crm/_components/opportunities-table/columns.tsx",
    ],
    ["/dashboard/crm", "span", "Studio Admin", "We are called Studio now", "src/config/app-config.ts"],
    ["/dashboard/crm", "span", "Proposal Sent", "All badges with sharper corners", "src/components/ui/badge.tsx"],
  ],
};

export const realisticNotes: readonly RealisticNote[] = Object.entries(byApp).flatMap(([app, rows]) =>
  rows.map(([url, tag, shown, comment, edit]) => ({ app, url, tag, shown, comment, edit })),
);
