/** One open-source app that is fetched for measuring only. */
export interface App {
  readonly name: string;
  /** On GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Where the app stands in its repository; its root when absent. */
  readonly folder?: string;
  /** Files below the app's folder whose tags are instrumented: texts with which their paths begin; `src/` when absent. */
  readonly sources?: readonly string[];
  /** Scores are chosen on the apps of `tuning`; those of `report` were read once, when component rules were chosen. */
  readonly half: string;
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** How the app is run. Read from the cache, for nothing that builds an app is part of this project. */
  readonly recipe?: Recipe;
}

/** How one app is installed and served: an entry of `recipes.json` in the cache, under the app's name. */
export interface Recipe {
  /** Command that installs the app's packages, run once in the app's folder. */
  readonly install?: string;
  /** Pieces of the app's files that keep it from starting without a network or in a short time, and what stands there instead. */
  readonly edits?: readonly (readonly [file: string, from: string, to: string])[];
  /** The development server; `{port}` is replaced. Run in the app's folder with the app's own programs on the path. */
  readonly serve: string;
  /** Script that runs on the page before it is captured: signing in, opening a menu. */
  readonly prepare?: string;
}

/** Name, half, repository@commit with `:folder`, pages, what it is made with (for the reader), and its sources. */
const table = `
admin-one-vue | tuning | justboil/admin-one-vue-tailwind@8a1c411 | /#/tables /#/forms /#/ui | Vue 3, Tailwind, Pinia, JavaScript
coreui-react | tuning | coreui/coreui-free-react-admin-template@bdf27bcb | /#/dashboard /#/forms/layout /#/base/tables | React 19, CoreUI, React Router, Vite 8
express-mvc | tuning | expressjs/express@a3714473 | /users /user/0 /user/0/edit /pet/0 | Express, EJS and Handlebars | examples/mvc/
jira-clone | tuning | oldboyxx/jira_clone@26a9e77:client | /project/board /project/settings /project/board/issues/1 | React 16, styled-components, webpack 4
mosaic-dashboard | tuning | cruip/tailwind-dashboard-template@173f641 | / | React 19, Radix, Tailwind, JavaScript
tailadmin | tuning | TailAdmin/free-react-tailwind-admin-dashboard@dbfe4bf | / /profile /form-elements /signin /basic-tables | React 19, Tailwind, React Router
astrowind | report | onwidget/astrowind@2e8f6ec4 | / /pricing | Astro, Tailwind
coreui-vue | report | coreui/coreui-free-vue-admin-template@1443ebc | /#/dashboard /#/forms/form-control /#/widgets | Vue 3, CoreUI
flowbite-svelte | report | themesberg/flowbite-svelte-admin-dashboard@171b17e | /dashboard /settings /pages/pricing | SvelteKit, Svelte 5, Flowbite
mantis-react | report | codedthemes/mantis-free-react-admin-template@59ea364 | /free/dashboard/default /free/typography /free/login | React 19, MUI 7, React Router, Vite 7
shadcn-admin | report | satnaing/shadcn-admin@a6352e7d | /tasks /settings/appearance / | React 19, Radix, Tailwind, TanStack Router`;

export const apps: readonly App[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [name = "", half = "", place = "", pages = "", , sources] = row.split(" | ");
    const [, repository = "", commit = "", folder] = /^(.*)@(\w+)(?::(.*))?$/.exec(place) ?? [];
    return {
      ...{ name, half, repository, commit, pages: pages.split(" ") },
      ...(folder === undefined ? {} : { folder }),
      ...(sources === undefined ? {} : { sources: sources.split(" ") }),
    };
  });
