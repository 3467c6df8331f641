/** Parts into which the apps are split. */
export const halves = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "production"] as const;

/** One open-source app that is fetched for measuring only. */
export interface App {
  readonly name: string;
  readonly stack: string;
  /** On GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Where the app stands in its repository; its root when absent. */
  readonly folder?: string;
  /** Files below the app's folder whose tags are instrumented: texts with which their paths begin; `src/` when absent. */
  readonly sources?: readonly string[];
  /** Ranking is tuned on the apps of one half and reported on those of the other, then on those of `c`, which nobody has tuned on. */
  readonly half: (typeof halves)[number];
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
  /** The development server, or a build and a static server; `{port}` is replaced. Run in the app's folder with the app's own programs on the path. */
  readonly serve: string;
  /** Serves this folder of files, which `serve` has made. */
  readonly built?: string;
  /** The folder in which the development server leaves source maps of what it has built: those of the app are copied for the judgement. */
  readonly maps?: string;
  /** Script that runs on the page before it is captured: signing in, opening a menu. */
  readonly prepare?: string;
}

export const apps: readonly App[] = [
  {
    name: "shadcn-admin",
    stack: "React 19, Radix, Tailwind, TanStack Router",
    repository: "satnaing/shadcn-admin",
    commit: "a6352e7d",
    half: "a",
    pages: ["/tasks", "/settings/appearance", "/"],
  },
  {
    name: "material-kit-react",
    stack: "React 19, MUI, React Router",
    repository: "minimal-ui-kit/material-kit-react",
    commit: "69e780a",
    half: "a",
    pages: ["/", "/user", "/blog"],
  },
  {
    name: "vuestic-admin",
    stack: "Vue 3, Vuestic, vue-i18n",
    repository: "epicmaxco/vuestic-admin",
    commit: "9c5b44f3",
    half: "a",
    pages: ["/dashboard", "/settings", "/faq"],
  },
  {
    name: "coreui-vue",
    stack: "Vue 3, CoreUI",
    repository: "coreui/coreui-free-vue-admin-template",
    commit: "1443ebc",
    half: "b",
    pages: ["/#/dashboard", "/#/forms/form-control", "/#/widgets"],
  },
  {
    name: "eleventy-base-blog",
    stack: "Nunjucks templates with includes and layouts, rendered statically",
    repository: "11ty/eleventy-base-blog",
    commit: "e37a55c",
    sources: ["_includes/", "content/"],
    half: "a",
    pages: ["/", "/blog/", "/blog/firstpost/", "/tags/", "/about/"],
  },
  {
    name: "pwa-starter",
    stack: "Lit, Shoelace",
    repository: "pwa-builder/pwa-starter",
    commit: "da45c25",
    half: "b",
    pages: ["/", "/about"],
  },
  {
    name: "antd-dashboard",
    stack: "React 18, Ant Design, i18next",
    repository: "design-sparx/antd-multipurpose-dashboard",
    commit: "1d6a88e",
    half: "a",
    pages: ["/dashboards/projects", "/user-profile/details", "/"],
  },
  {
    name: "flowbite-svelte",
    stack: "SvelteKit, Svelte 5, Flowbite",
    repository: "themesberg/flowbite-svelte-admin-dashboard",
    commit: "171b17e",
    half: "b",
    pages: ["/dashboard", "/settings", "/pages/pricing"],
  },
  {
    name: "mantine-admin",
    stack: "Next 14 (app router), Mantine",
    repository: "jotyy/Mantine-Admin",
    commit: "c8919c4",
    half: "b",
    pages: ["/dashboard", "/dashboard/settings", "/"],
  },
  {
    name: "astrowind",
    stack: "Astro, Tailwind",
    repository: "onwidget/astrowind",
    commit: "2e8f6ec4",
    half: "b",
    pages: ["/", "/pricing"],
  },
  {
    name: "next-shadcn",
    stack: "Next 16 (app router, server components), Radix",
    repository: "arhamkhnz/next-shadcn-admin-dashboard",
    commit: "64e7758",
    half: "b",
    pages: ["/dashboard/crm", "/auth/v1/login"],
  },
  {
    name: "express-mvc",
    stack: "Express, EJS and Handlebars",
    repository: "expressjs/express",
    commit: "a3714473",
    sources: ["examples/mvc/"],
    half: "a",
    pages: ["/users", "/user/0", "/user/0/edit", "/pet/0"],
  },
  {
    name: "sakai-ng",
    stack: "Angular 20, PrimeNG",
    repository: "primefaces/sakai-ng",
    commit: "c58210c",
    sources: ["src/app"],
    half: "a",
    pages: ["/", "/uikit/formlayout", "/pages/crud"],
  },
  {
    name: "solid-site",
    stack: "Solid, @solid-primitives/i18n, CSS modules",
    repository: "George-Grainger/personal-solidjs-site",
    commit: "3e3ce33",
    half: "b",
    pages: ["/", "/projects/stendhal"],
  },
  {
    name: "tailadmin",
    stack: "React 19, Tailwind, React Router",
    repository: "TailAdmin/free-react-tailwind-admin-dashboard",
    commit: "dbfe4bf",
    half: "a",
    pages: ["/", "/profile", "/form-elements", "/signin", "/basic-tables"],
  },
  {
    name: "mantine-admin-scaffold",
    stack: "React 19, Mantine, CSS modules, React Router",
    repository: "irwinmc/mantine-admin-scaffold",
    commit: "81bd9af",
    half: "a",
    pages: ["/", "/users", "/settings", "/products/new"],
  },
  {
    name: "nuxt-dashboard",
    stack: "Nuxt 4, Nuxt UI, Tailwind",
    repository: "nuxt-ui-templates/dashboard",
    commit: "5411e7b",
    sources: ["app/"],
    half: "c",
    pages: ["/", "/customers", "/settings"],
  },
  {
    name: "pure-admin",
    stack: "Vue 3, Element Plus, Tailwind",
    repository: "pure-admin/pure-admin-thin",
    commit: "f0ff132",
    half: "c",
    pages: ["/#/welcome", "/#/permission/page/index", "/#/permission/button/router"],
  },
  {
    name: "materio-vuetify",
    stack: "Vue 3, Vuetify",
    repository: "themeselection/materio-vuetify-vuejs-admin-template-free",
    commit: "039f469",
    folder: "typescript-version",
    half: "c",
    pages: ["/dashboard", "/account-settings", "/form-layouts"],
  },
  {
    name: "it-tools",
    stack: "Vue 3, Naive UI, UnoCSS, vue-i18n",
    repository: "CorentinTh/it-tools",
    commit: "07eea0f4",
    half: "d",
    pages: ["/", "/token-generator", "/date-converter", "/chmod-calculator", "/crontab-generator"],
  },
  {
    name: "django-locallibrary",
    stack: "Django templates with inheritance, forms rendered by the framework",
    repository: "mdn/django-locallibrary-tutorial",
    commit: "3dbedbe",
    sources: ["catalog/templates/", "templates/"],
    half: "d",
    pages: [
      "/catalog/",
      "/catalog/books/",
      "/catalog/book/1",
      "/catalog/borrowed/",
      "/catalog/author/1/update/",
      "/catalog/bookinstances/",
      "/catalog/author/1",
      "/catalog/book/00000000-0000-4000-8000-000000000001/renew/",
      "/catalog/genre/1/delete/",
    ],
  },
  {
    name: "devias-material-kit",
    stack: "Next 14 (app router), MUI",
    repository: "devias-io/material-kit-react",
    commit: "b0a6bfb",
    half: "d",
    pages: ["/dashboard", "/dashboard/customers", "/dashboard/account"],
  },
  {
    name: "sveltekit-blog",
    stack: "SvelteKit, Svelte 3, mdsvex, SCSS",
    repository: "matfantinel/sveltekit-static-blog-template",
    commit: "58b9bcb",
    half: "e",
    pages: ["/", "/blog", "/customization"],
  },
  {
    name: "coreui-angular",
    stack: "Angular 22, CoreUI",
    repository: "coreui/coreui-free-angular-admin-template",
    commit: "ca21cce",
    sources: ["src/app", "src/components"],
    half: "e",
    pages: ["/#/dashboard", "/#/forms/form-control", "/#/widgets", "/#/login"],
  },
  {
    name: "react-admin-demo",
    stack: "React 19, react-admin, MUI, polyglot",
    repository: "marmelab/react-admin",
    commit: "051f511bb",
    folder: "examples/demo",
    half: "e",
    pages: ["/#/", "/#/customers", "/#/products/1", "/#/orders"],
  },
  {
    name: "quasar-admin",
    stack: "Vue 3, Quasar",
    repository: "pratik227/quasar-admin",
    commit: "9253fea",
    half: "f",
    pages: ["/", "/Cards", "/Pricing"],
  },
  {
    name: "horizon-chakra",
    stack: "React 17, Chakra UI, webpack",
    repository: "horizon-ui/horizon-ui-chakra",
    commit: "f027910",
    half: "f",
    pages: ["/#/admin/default", "/#/admin/profile", "/#/auth/sign-in"],
  },
  {
    name: "svelte-admin-starter",
    stack: "SvelteKit, Svelte 5, shadcn-svelte",
    repository: "vampcheah/svelte-admin-starter",
    commit: "37579b6",
    half: "f",
    pages: ["/dashboard", "/pricing", "/users"],
  },
  {
    name: "material-dashboard-react",
    stack: "React 18, MUI, webpack",
    repository: "creativetimofficial/material-dashboard-react",
    commit: "a4db3e6",
    half: "g",
    pages: ["/dashboard", "/tables", "/profile"],
  },
  {
    name: "ng-matero",
    stack: "Angular 21, Material, ngx-translate",
    repository: "ng-matero/ng-matero",
    commit: "d755aa1",
    sources: ["src/app"],
    half: "g",
    pages: ["/dashboard", "/forms/elements", "/profile/overview"],
  },
  {
    name: "vue-soft-ui",
    stack: "Vue 3, Bootstrap, webpack",
    repository: "creativetimofficial/vue-soft-ui-dashboard",
    commit: "ad09d0f",
    half: "g",
    pages: ["/dashboard", "/profile", "/sign-in"],
  },
  {
    name: "admin-lte",
    stack: "Astro, Bootstrap",
    repository: "ColorlibHQ/AdminLTE",
    commit: "ebd5bc686",
    sources: ["src/html"],
    half: "g",
    pages: ["/", "/forms/elements", "/UI/timeline"],
  },
  {
    name: "sakai-vue",
    stack: "Vue 3, PrimeVue",
    repository: "primefaces/sakai-vue",
    commit: "ec6b6ef",
    half: "h",
    pages: ["/", "/uikit/formlayout", "/pages/crud"],
  },
  {
    name: "shadcn-vue-admin",
    stack: "Vue 3, Reka, Tailwind, vue-i18n",
    repository: "Whbbit1999/shadcn-vue-admin",
    commit: "063c0e3",
    half: "h",
    pages: ["/dashboard", "/tasks", "/auth/sign-in"],
  },
  {
    name: "argon-dashboard-react",
    stack: "React 18, reactstrap, webpack",
    repository: "creativetimofficial/argon-dashboard-react",
    commit: "04b58c3",
    half: "h",
    pages: ["/admin/index", "/admin/tables", "/auth/login"],
  },
  {
    name: "coreui-react",
    stack: "React 19, CoreUI, React Router, Vite 8",
    repository: "coreui/coreui-free-react-admin-template",
    commit: "bdf27bcb",
    half: "i",
    pages: ["/#/dashboard", "/#/forms/layout", "/#/base/tables"],
  },
  {
    name: "mosaic-dashboard",
    stack: "React 19, Radix, Tailwind, JavaScript",
    repository: "cruip/tailwind-dashboard-template",
    commit: "173f641",
    half: "i",
    pages: ["/"],
  },
  {
    name: "admin-one-vue",
    stack: "Vue 3, Tailwind, Pinia, JavaScript",
    repository: "justboil/admin-one-vue-tailwind",
    commit: "8a1c411",
    half: "i",
    pages: ["/#/tables", "/#/forms", "/#/ui"],
  },
  {
    name: "tailadmin-vue",
    stack: "Vue 3, Tailwind, TypeScript, Lucide",
    repository: "TailAdmin/vue-tailwind-admin-dashboard",
    commit: "e618c08",
    half: "i",
    pages: ["/form-elements", "/basic-tables", "/profile"],
  },
  {
    name: "sakai-react",
    stack: "Next 13 (app router, webpack), PrimeReact",
    repository: "primefaces/sakai-react",
    commit: "47aff79",
    sources: ["app/", "layout/", "demo/"],
    half: "i",
    pages: ["/", "/uikit/formlayout", "/uikit/table"],
  },
  {
    name: "mantis-react",
    stack: "React 19, MUI 7, React Router, Vite 7",
    repository: "codedthemes/mantis-free-react-admin-template",
    commit: "59ea364",
    half: "j",
    pages: ["/free/dashboard/default", "/free/typography", "/free/login"],
  },
  {
    name: "admin-one-react",
    stack: "Next 15 (app router, Turbopack), Tailwind, Formik",
    repository: "justboil/admin-one-react-tailwind",
    commit: "251841f",
    sources: ["app/"],
    half: "j",
    pages: [
      "/admin-one-react-tailwind/dashboard/forms",
      "/admin-one-react-tailwind/dashboard/tables",
      "/admin-one-react-tailwind/dashboard/ui",
    ],
  },
  {
    name: "windmill-react",
    stack: "React 16, Windmill, Create React App 3",
    repository: "estevanmaito/windmill-dashboard-react",
    commit: "da54283",
    half: "j",
    pages: ["/app/forms", "/app/cards", "/app/tables"],
  },
  {
    name: "mosaic-vue",
    stack: "Vue 3, Tailwind, JavaScript",
    repository: "cruip/vuejs-admin-dashboard-template",
    commit: "1306a8a",
    half: "j",
    pages: ["/"],
  },
  {
    name: "material-kit-react-prod",
    stack: "production build with source maps",
    repository: "minimal-ui-kit/material-kit-react",
    commit: "69e780a",
    half: "production",
    pages: ["/", "/user", "/blog"],
  },
  {
    name: "shadcn-admin-prod",
    stack: "production build with source maps",
    repository: "satnaing/shadcn-admin",
    commit: "a6352e7d",
    half: "production",
    pages: ["/tasks", "/settings/appearance", "/"],
  },
  {
    name: "tailadmin-prod",
    stack: "production build with source maps",
    repository: "TailAdmin/free-react-tailwind-admin-dashboard",
    commit: "dbfe4bf",
    half: "production",
    pages: ["/", "/profile", "/signin"],
  },
];

/** Which two change places to see whether the split flatters: of either half the first React app of those with a library of components. */
export const swappedApps: readonly string[] = ["material-kit-react", "mantine-admin"];
