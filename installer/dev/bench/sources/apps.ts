import type { App } from "./app.js";

/** Measured in this order: name, half, repository@commit with `:folder`, pages, what it is made with (for the reader), and its sources. */
const table = `
shadcn-admin | a | satnaing/shadcn-admin@a6352e7d | /tasks /settings/appearance / | React 19, Radix, Tailwind, TanStack Router
material-kit-react | a | minimal-ui-kit/material-kit-react@69e780a | / /user /blog | React 19, MUI, React Router
vuestic-admin | a | epicmaxco/vuestic-admin@9c5b44f3 | /dashboard /settings /faq | Vue 3, Vuestic, vue-i18n
coreui-vue | b | coreui/coreui-free-vue-admin-template@1443ebc | /#/dashboard /#/forms/form-control /#/widgets | Vue 3, CoreUI
eleventy-base-blog | a | 11ty/eleventy-base-blog@e37a55c | / /blog/ /blog/firstpost/ /tags/ /about/ | Nunjucks templates with includes and layouts, rendered statically | _includes/ content/
pwa-starter | b | pwa-builder/pwa-starter@da45c25 | / /about | Lit, Shoelace
antd-dashboard | a | design-sparx/antd-multipurpose-dashboard@1d6a88e | /dashboards/projects /user-profile/details / | React 18, Ant Design, i18next
flowbite-svelte | b | themesberg/flowbite-svelte-admin-dashboard@171b17e | /dashboard /settings /pages/pricing | SvelteKit, Svelte 5, Flowbite
mantine-admin | b | jotyy/Mantine-Admin@c8919c4 | /dashboard /dashboard/settings / | Next 14 (app router), Mantine
astrowind | b | onwidget/astrowind@2e8f6ec4 | / /pricing | Astro, Tailwind
next-shadcn | b | arhamkhnz/next-shadcn-admin-dashboard@64e7758 | /dashboard/crm /auth/v1/login | Next 16 (app router, server components), Radix
express-mvc | a | expressjs/express@a3714473 | /users /user/0 /user/0/edit /pet/0 | Express, EJS and Handlebars | examples/mvc/
sakai-ng | a | primefaces/sakai-ng@c58210c | / /uikit/formlayout /pages/crud | Angular 20, PrimeNG | src/app
solid-site | b | George-Grainger/personal-solidjs-site@3e3ce33 | / /projects/stendhal | Solid, @solid-primitives/i18n, CSS modules
tailadmin | a | TailAdmin/free-react-tailwind-admin-dashboard@dbfe4bf | / /profile /form-elements /signin /basic-tables | React 19, Tailwind, React Router
mantine-admin-scaffold | a | irwinmc/mantine-admin-scaffold@81bd9af | / /users /settings /products/new | React 19, Mantine, CSS modules, React Router
nuxt-dashboard | c | nuxt-ui-templates/dashboard@5411e7b | / /customers /settings | Nuxt 4, Nuxt UI, Tailwind | app/
pure-admin | c | pure-admin/pure-admin-thin@f0ff132 | /#/welcome /#/permission/page/index /#/permission/button/router | Vue 3, Element Plus, Tailwind
materio-vuetify | c | themeselection/materio-vuetify-vuejs-admin-template-free@039f469:typescript-version | /dashboard /account-settings /form-layouts | Vue 3, Vuetify
it-tools | d | CorentinTh/it-tools@07eea0f4 | / /token-generator /date-converter /chmod-calculator /crontab-generator | Vue 3, Naive UI, UnoCSS, vue-i18n
django-locallibrary | d | mdn/django-locallibrary-tutorial@3dbedbe | /catalog/ /catalog/books/ /catalog/book/1 /catalog/borrowed/ /catalog/author/1/update/ /catalog/bookinstances/ /catalog/author/1 /catalog/book/00000000-0000-4000-8000-000000000001/renew/ /catalog/genre/1/delete/ | Django templates with inheritance, forms rendered by the framework | catalog/templates/ templates/
devias-material-kit | d | devias-io/material-kit-react@b0a6bfb | /dashboard /dashboard/customers /dashboard/account | Next 14 (app router), MUI
sveltekit-blog | e | matfantinel/sveltekit-static-blog-template@58b9bcb | / /blog /customization | SvelteKit, Svelte 3, mdsvex, SCSS
coreui-angular | e | coreui/coreui-free-angular-admin-template@ca21cce | /#/dashboard /#/forms/form-control /#/widgets /#/login | Angular 22, CoreUI | src/app src/components
react-admin-demo | e | marmelab/react-admin@051f511bb:examples/demo | /#/ /#/customers /#/products/1 /#/orders | React 19, react-admin, MUI, polyglot
quasar-admin | f | pratik227/quasar-admin@9253fea | / /Cards /Pricing | Vue 3, Quasar
horizon-chakra | f | horizon-ui/horizon-ui-chakra@f027910 | /#/admin/default /#/admin/profile /#/auth/sign-in | React 17, Chakra UI, webpack
svelte-admin-starter | f | vampcheah/svelte-admin-starter@37579b6 | /dashboard /pricing /users | SvelteKit, Svelte 5, shadcn-svelte
material-dashboard-react | g | creativetimofficial/material-dashboard-react@a4db3e6 | /dashboard /tables /profile | React 18, MUI, webpack
ng-matero | g | ng-matero/ng-matero@d755aa1 | /dashboard /forms/elements /profile/overview | Angular 21, Material, ngx-translate | src/app
vue-soft-ui | g | creativetimofficial/vue-soft-ui-dashboard@ad09d0f | /dashboard /profile /sign-in | Vue 3, Bootstrap, webpack
admin-lte | g | ColorlibHQ/AdminLTE@ebd5bc686 | / /forms/elements /UI/timeline | Astro, Bootstrap | src/html
sakai-vue | h | primefaces/sakai-vue@ec6b6ef | / /uikit/formlayout /pages/crud | Vue 3, PrimeVue
shadcn-vue-admin | h | Whbbit1999/shadcn-vue-admin@063c0e3 | /dashboard /tasks /auth/sign-in | Vue 3, Reka, Tailwind, vue-i18n
argon-dashboard-react | h | creativetimofficial/argon-dashboard-react@04b58c3 | /admin/index /admin/tables /auth/login | React 18, reactstrap, webpack
coreui-react | i | coreui/coreui-free-react-admin-template@bdf27bcb | /#/dashboard /#/forms/layout /#/base/tables | React 19, CoreUI, React Router, Vite 8
mosaic-dashboard | i | cruip/tailwind-dashboard-template@173f641 | / | React 19, Radix, Tailwind, JavaScript
admin-one-vue | i | justboil/admin-one-vue-tailwind@8a1c411 | /#/tables /#/forms /#/ui | Vue 3, Tailwind, Pinia, JavaScript
tailadmin-vue | i | TailAdmin/vue-tailwind-admin-dashboard@e618c08 | /form-elements /basic-tables /profile | Vue 3, Tailwind, TypeScript, Lucide
sakai-react | i | primefaces/sakai-react@47aff79 | / /uikit/formlayout /uikit/table | Next 13 (app router, webpack), PrimeReact | app/ layout/ demo/
mantis-react | j | codedthemes/mantis-free-react-admin-template@59ea364 | /free/dashboard/default /free/typography /free/login | React 19, MUI 7, React Router, Vite 7
admin-one-react | j | justboil/admin-one-react-tailwind@251841f | /admin-one-react-tailwind/dashboard/forms /admin-one-react-tailwind/dashboard/tables /admin-one-react-tailwind/dashboard/ui | Next 15 (app router, Turbopack), Tailwind, Formik | app/
windmill-react | j | estevanmaito/windmill-dashboard-react@da54283 | /app/forms /app/cards /app/tables | React 16, Windmill, Create React App 3
mosaic-vue | j | cruip/vuejs-admin-dashboard-template@1306a8a | / | Vue 3, Tailwind, JavaScript
material-tailwind-react | k | creativetimofficial/material-tailwind-dashboard-react@721f312 | /dashboard/home /dashboard/profile /dashboard/tables | React 18, Material Tailwind, Heroicons
flowbite-react | k | themesberg/flowbite-react-admin-dashboard@ce3afeb | / /users/list /e-commerce/products | React 18, Flowbite, react-icons
volt-react | k | themesberg/volt-react-dashboard@419e515 | /#/dashboard/overview /#/transactions /#/settings | React 16, Bootstrap, Font Awesome, Create React App 3
notus-react | l | creativetimofficial/notus-react@e5a3728 | /landing /admin/dashboard /admin/settings | React 18, Tailwind, Font Awesome, Create React App 5
nextui-dashboard | l | Siumauricio/nextui-dashboard-template@19beccf | / /accounts /register | Next 14 (app router), NextUI, Tailwind | app/ components/
vue-material-dashboard | l | creativetimofficial/vue-material-dashboard-2@3ffcab0 | /dashboard /billing /notifications | Vue 3, Bootstrap, Vue CLI
jira-clone | m | oldboyxx/jira_clone@26a9e77:client | /project/board /project/settings /project/board/issues/1 | React 16, styled-components, webpack 4
material-kit-react-prod | production | minimal-ui-kit/material-kit-react@69e780a | / /user /blog | production build with source maps
shadcn-admin-prod | production | satnaing/shadcn-admin@a6352e7d | /tasks /settings/appearance / | production build with source maps
tailadmin-prod | production | TailAdmin/free-react-tailwind-admin-dashboard@dbfe4bf | / /profile /signin | production build with source maps`;

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

/** Which two change places to see whether the split flatters: of either half the first React app of those with a library of components. */
export const swappedApps: readonly string[] = ["material-kit-react", "mantine-admin"];
