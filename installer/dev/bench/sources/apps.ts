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
  /** Of the apps of `new-report` only sums were read, those of `final`, `apart`, `hard-apart` and `hard-last` were asked about once or twice; scores are fitted on all others, whose misses were read too. */
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
shadcn-admin | report | satnaing/shadcn-admin@a6352e7d | /tasks /settings/appearance / | React 19, Radix, Tailwind, TanStack Router
angular-tailwind | new-tuning | lannodev/angular-tailwind@5b8af48 | /dashboard/nfts /components/table /auth/sign-up | Angular 22, Tailwind
eleventy-blog | new-tuning | 11ty/eleventy-base-blog@e37a55c | / /blog/ /tags/ /about/ | Eleventy, Nunjucks | _includes/ content/
mantine-dashboard | new-tuning | design-sparx/mantine-analytics-dashboard@14279e8 | /dashboard/default /pages/pricing /apps/customers | Next 16, React 19, Mantine 7
styled-website | new-tuning | styled-components/styled-components-website@c03d292 | / /showcase /ecosystem | Next 16, React 19, styled-components 7 | app/ components/
svelte-blog-starter | new-tuning | josh-collinsworth/sveltekit-blog-starter@6a1873d | / /blog /contact /blog/category | SvelteKit, Svelte 5
antd-dashboard | new-tuning | design-sparx/antd-multipurpose-dashboard@1d6a88e | /dashboards/default /corporate/pricing /user-profile/information /auth/signin | React 18, antd 6, i18next
sakai-vue | new-tuning | primefaces/sakai-vue@ec6b6ef | / /uikit/input /uikit/menu /landing | Vue 3, PrimeVue 4, Tailwind 4, JavaScript
jsoncrack | new-report | AykutSarac/jsoncrack.com@3c9af69e | / /editor | Next 16, React 19, styled-components, Mantine 8 | apps/www/src/ packages/
next-blog | new-report | timlrx/tailwind-nextjs-starter-blog@0bd9333c | / /blog /projects /tags | Next 15, React 19, Tailwind, MDX | app/ components/ layouts/
nuxt-dashboard | new-report | nuxt-ui-templates/dashboard@5411e7b | / /customers /settings | Nuxt 4, Nuxt UI, Tailwind | app/
sneat-django | new-report | themeselection/sneat-bootstrap-html-django-admin-template-free@be695bf | / /form/layouts_vertical/ /pages/account_settings/account/ | Django templates, Bootstrap | apps/ templates/
svelte-static-blog | new-report | matfantinel/sveltekit-static-blog-template@58b9bcb | / /blog | SvelteKit, Svelte 3, SCSS
cmsaas | old-final | CriticalMoments/CMSaasStarter@cc02c516 | / /pricing /contact_us /blog | SvelteKit, Svelte 5, Tailwind, DaisyUI
circle | old-final | ln-dev7/circle@e722b98b | /lndev-ui/team/CORE/all /lndev-ui/projects /lndev-ui/inbox /lndev-ui/settings | Next 15, React 19, Radix, Tailwind | app/ components/ mock-data/
coffee-delivery | old-final | martonpaulo/coffee-delivery@b41bfe0c | /coffee-delivery/ /coffee-delivery/checkout | React 19, styled-components 6, Vite 6
remix-portfolio | old-final | HamishMW/portfolio@b7444bc1 | / /articles /contact /uses | Remix, React 18, CSS modules, MDX | app/
shadcn-landing | old-final | leoMirandaa/shadcn-landing-page@ae3716db | / | React 18, Radix, Tailwind
vue-material-kit | old-final | creativetimofficial/vue-material-kit@aae8bbdb | / /pages/landing-pages/about-us /pages/landing-pages/contact-us /sections/page-sections/features | Vue 3, Bootstrap
win11react | old-final | blueedgetechno/win11React@afb02e79 | / | React 18, Redux, SCSS, JavaScript
jira-clone-angular | old-final | trungvose/jira-clone-angular@b98abdb1 | /project/board /project/settings /project/issue/6527 | Angular 19, NG-ZORRO, Tailwind
macos-web | old-final | PuruVJ/macos-web@14204808 | / | Svelte 5
next-saas-starter | old-final | Blazity/next-saas-starter@502d8f51 | / /features /pricing /contact | Next 12, React 17, styled-components 5 | components/ contexts/ pages/ views/
nextchat | old-final | ChatGPTNextWeb/NextChat@706a18b9 | /#/new-chat /#/settings /#/masks | Next 14, React 18, SCSS modules | app/
open-resume | old-final | xitanggg/open-resume@4f8255a2 | / /resume-builder /resume-parser | Next 13, React 18, Tailwind
vue-manage-system | old-final | lin-xin/vue-manage-system@6a7019ec | /#/dashboard /#/system-user /#/form /#/ucenter | Vue 3, Element Plus
web-check | old-final | Lissy93/web-check@714cf62c | / /check/about /self-hosted-setup | Astro 6, React 19, Emotion, Svelte 5
omatsuri | old-final | rtivital/omatsuri@337ecfcb | /about /triangle-generator /color-shades-generator /fake-data-generator | React 16, CSS modules, webpack 4, JavaScript
saas-ui-landing | old-final | saas-js/saas-ui-nextjs-landing-page@9f118696 | / /login /signup | Next 14, React 18, Chakra UI 2, Emotion | app/ components/ data/
startup-nextjs | old-final | NextJSTemplates/startup-nextjs@e730b6a9 | / /about /contact /blog-sidebar | Next 16, React 19, Tailwind
naive-ui-admin | old-final | jekip/naive-ui-admin@3bd0d28e | /dashboard/console /form/basic-form /list/basic-list /setting/account | Vue 3, Naive UI, Less
astroship | old-final | surjithctly/astroship@1a844c57 | / /pricing /about /contact | Astro 5, Tailwind
ionic-conference | old-final | ionic-team/ionic-conference-app@443e4b91 | /app/tabs/schedule /app/tabs/about /app/tabs/speakers /login /support | Angular 19, Ionic 8
eleventy-excellent | old-final | madrilene/eleventy-excellent@d6f0cbd6 | / /blog/ /built-with/ /styleguide/ | Eleventy 3, Nunjucks, WebC
omni-tools | old-final | iib0011/omni-tools@89a50e3e | / /categories/string /list/sort /number/sum | React 18, MUI 5, Emotion
soumyajit-portfolio | old-final | soumyajit4419/Portfolio@60c3c08f | / /about /project /resume | React 17, Bootstrap, react-icons, webpack 5, JavaScript
open-react-template | old-final | cruip/open-react-template@03d3192f | / /signin /signup /reset-password | Next 15, React 19, Tailwind | app/ components/
tdesign-starter | old-final | Tencent/tdesign-vue-next-starter@0e13d9ea | /dashboard/base /form/base /list/card /user/index | Vue 3, TDesign, Less
slick-portfolio | old-final | RiadhAdrani/slick-portfolio-svelte@4b2a9486 | / /projects /experience /skills /education /resume /search /projects/slick-portfolio-svelte /experience/open-sourcer /skills/svelte | SvelteKit, Svelte 4, UnoCSS
ngrx-material | old-final | tomastrajan/angular-ngrx-material-starter@3d95daa9 | /about /feature-list /settings /examples/todos /examples/form | Angular 12, Angular Material, Bootstrap | projects/
mazer | old-final | zuramai/mazer@6ea47abb | /index.html /form-layout.html /component-card.html /ui-widgets-pricing.html | Nunjucks, Vite 5, Bootstrap
realworld-app | old-final | cypress-io/cypress-realworld-app@6eacef17 | /signup / /user/settings /notifications /bankaccounts /transaction/new | React 18, MUI 5, Emotion
vue-element-admin | old-final | PanJiaChen/vue-element-admin@6858a9ad | /#/login /#/dashboard /#/example/list /#/profile/index /#/table/complex-table | Vue 2, Element UI, SCSS
cobalt | old-final | imputnet/cobalt@a636575b | / /settings/appearance /settings/video /about/general /donate /remux | SvelteKit, Svelte 5 | web/src/
ngx-admin | old-final | akveo/ngx-admin@dc6a4427 | /pages/dashboard /pages/iot-dashboard /pages/forms/layouts /pages/layout/list /auth/login | Angular 15, Nebular, Bootstrap
bulletproof-react | old-final | alan2207/bulletproof-react@9506629e:apps/react-vite | / /auth/login /auth/register /app /app/discussions /app/profile /app/users | React 18, Radix, Tailwind
ant-design-pro | old-final | ant-design/ant-design-pro@adfd4408 | /dashboard/workplace /form/advanced-form /list/basic-list /account/settings /user/register | React 19, umi 4, antd 6
govuk-frontend | old-final | alphagov/govuk-frontend@4a1ae890 | /full-page-examples/bank-holidays /full-page-examples/companies-you-follow /examples/form-elements /full-page-examples/campaign-page / /full-page-examples/feedback | Express, Nunjucks | packages/govuk-frontend/src/ packages/govuk-frontend-review/src/
landy | old-final | Adrinlol/landy-react-template@64ab0ebf | / | React 18, styled-components 5, antd 4, webpack 5
vben-admin | old-final | vbenjs/vue-vben-admin@e3369bd6 | /auth/login /dashboard/analytics /dashboard/workspace /demos/ant-design /profile | Vue 3, Ant Design Vue, Tailwind, a monorepo | apps/web-antd/src/ packages/
sb-admin-angular | old-final | start-angular/SB-Admin-BS4-Angular-8@b812a1bb | /login /dashboard /forms /components /charts | Angular 17, ng-bootstrap, Bootstrap 5
ng-alain | old-final | ng-alain/ng-alain@fa4b0237 | /#/passport/login /#/dashboard/workplace /#/pro/form/advanced-form /#/pro/list/basic-list /#/pro/account/settings/base | Angular 21, NG-ZORRO, Less
nextly | old-final | web3templates/nextly-template@457ba30f | / | Next 14, React 18, Headless UI, Tailwind
ray-so | old-final | raycast/ray-so@8c50eb45 | / /icon /prompts /snippets /presets | Next 16, React 19, CSS modules, Radix | app/ components/
nhsuk-frontend | old-final | nhsuk/nhsuk-frontend@540f1e32 | /nhsuk-frontend/ /nhsuk-frontend/examples/full-page/update-your-account-details/ /nhsuk-frontend/examples/form-controls-states/ /nhsuk-frontend/examples/typography/ /nhsuk-frontend/examples/task-list-multiple-sections/ /nhsuk-frontend/examples/all-buttons/ | Nunjucks | packages/nhsuk-frontend/src/ packages/nhsuk-frontend-review/src/
ultra-landing | old-final | briancodex/react-website-styled-components-v1@049fd7ff | / /services /products /sign-up | React 16, styled-components 5, webpack 4, JavaScript
iview-admin | old-final | iview/iview-admin@dd86e386 | /login /home /components/tables_page /components/drag_list_page /update/update_table_page | Vue 2, iView, Less
skeleton-themes | old-final | skeletonlabs/skeleton@d7ce9208 | /themes/create /themes/create#open /themes/import | SvelteKit, Svelte 5, Tailwind, a monorepo | sites/themes.skeleton.dev/src/ packages/skeleton-svelte/src/
angular-example | old-final | Ismaestro/angular-example-app@2b076d9b | / /auth/log-in /auth/register /error/404 | Angular 21, Shoelace, SCSS
tremor-dashboard | old-final | tremorlabs/template-dashboard-oss@2b5e0388 | /overview /details /settings /missing | Next 14, React 18, Radix, Tailwind, Recharts
gitmoji | old-final | carloscuesta/gitmoji@678e9256 | / /about /specification /related-tools | Next 16, React 19, CSS modules | packages/website/src/
govuk-design | old-final | alphagov/govuk-design-system@efb0d77d | / /components/table/ /components/pagination/ /community/ /styles/colour/ /contact/ /cookies/ | Metalsmith, Nunjucks, Markdown | src/ views/
bookshelf | final | kentcdodds/bookshelf@32e9e87d | /login /discover /list /finished /book/B084F96GFZ /book/547928246 /nowhere | React 18, Emotion 10, Reach UI, webpack 5, JavaScript
element-plus-admin | final | kailong321200875/vue-element-plus-admin@38047fba | /#/login /#/dashboard/workplace /#/dashboard/analysis /#/components/form/default-form /#/personal/personal-center /#/example/example-page | Vue 3, TSX, Element Plus, UnoCSS
angular-material | final | flatlogic/angular-material-admin@8d743f3c | /#/login /#/dashboard /#/typography /#/tables /#/notification | Angular 11, Angular Material, SCSS
melt-ui | final | melt-ui/melt-ui@3ddf5f1c | / /docs/introduction /docs/builders/accordion /docs/builders/calendar | SvelteKit, Svelte 4, Tailwind, mdsvex
saas-template | final | dunky11/react-saas-template@3fff0ba1 | / /blog /c/dashboard /c/posts /c/subscription | React 17, MUI 5, Emotion, webpack 4, JavaScript
resume-template | final | tbakerx/react-resume-template@49ce16c0 | / | Next 14, React 18, Headless UI, Tailwind
fuwari | final | saicaca/fuwari@415fb970 | / /archive/ /about/ /posts/guide/ /posts/expressive-code/ | Astro 5, Svelte 5, Tailwind
vue3-element-admin | read | youlaitech/vue3-element-admin@297d7227 | /#/login /#/dashboard /#/system/user /#/system/dict /#/profile | Vue 3, Element Plus, UnoCSS
slash-admin | read | d3george/slash-admin@02a7206c | /workbench /analysis /management/user/profile /management/system/role /components/upload | React 19, antd 5, Radix, Tailwind
awesome-sveltekit | read | janosh/awesome-sveltekit@10a7af1a:site | / | SvelteKit, Svelte 5
modernize-next | apart | adminmart/Modernize-Nextjs-Free@b0e8cd1b:package | / /utilities/typography /utilities/shadow /sample-page /icons /authentication/login | Next, React, MUI, Emotion
winxp | apart | ShizukuIchi/winXP@856bb554 | / | React 16, styled-components, webpack 4, JavaScript
monster-angular | apart | wrappixel/monster-angular-lite@e26735a2:package | /dashboard /about /component/card /component/table /component/buttons /component/nav | Angular 17, ng-bootstrap, Bootstrap
gentelella | apart | ColorlibHQ/gentelella@d0064ca2 | /production/index.html /production/form.html /production/profile.html /production/pricing_tables.html /production/login.html /production/inbox.html | HTML, Vite | production/ src/
geeker | hard-read | HalseySpicy/Geeker-Admin@d05424c | /#/login /#/home/index /#/form/proForm /#/form/basicForm /#/assembly/tabs /#/assembly/uploadFile /#/auth/button | Vue 3, Element Plus, TSX
solid-ui | hard-read | stefan-karger/solid-ui@ebf3265:apps/docs | / /docs/introduction /docs/components/accordion /examples/cards /examples/mail /examples/authentication | SolidStart, Kobalte, Tailwind
argon-chakra | hard-read | creativetimofficial/argon-dashboard-chakra@d35ca61 | /#/admin/dashboard /#/admin/tables /#/admin/billing /#/admin/profile /#/auth/signin | React 17, Chakra UI 1, Emotion, webpack 5, JavaScript
nuxt-awesome | hard-read | viandwi24/nuxt3-awesome-starter@8316aad | / /post /setting /about | Nuxt 3, Headless UI, Tailwind | app/ components/ layouts/ pages/ app.vue
vue-material-admin | hard-apart | tookit/vue-material-admin@f24b205 | /#/auth/login /#/ /#/form /#/user-table /#/profile /#/widget/card /#/setting | Vue 3, Vuetify 3
nuxt-saas | hard-apart | nuxt-ui-templates/saas@d089bc3 | / /pricing /login /signup /blog /changelog /docs/getting-started | Nuxt 4, Nuxt UI, Tailwind | app/
astro-nano | hard-apart | markhorn-dev/astro-nano@66aa017 | / /blog /work /projects /blog/01-getting-started | Astro 5, Tailwind
bits-ui | hard-apart | huntabyte/bits-ui@d9cc7ccd8 | / /docs/introduction /docs/components/accordion /docs/components/calendar | SvelteKit, Svelte 5, Tailwind, mdsx, a monorepo | docs/src/
nuxt-portfolio | hard-final | nuxt-ui-templates/portfolio@3faed86 | / /projects /blog /speaking /about | Nuxt 4, Nuxt UI, Tailwind | app/
tokyo-white | hard-final | bloomui/tokyo-free-white-react-admin-dashboard@7537cfb | / /dashboards/crypto /management/transactions /management/profile/settings | React 17, MUI 5, Emotion, webpack 5
sc-website | hard-final | styled-components/styled-components-website@c03d292 | / /docs /docs/basics /ecosystem /showcase | Next 16, React 19, styled-components 7 | app/ components/ sections/
svelte-extras | hard-final | ieedan/shadcn-svelte-extras@e130961 | / /components /docs/installation /docs/components/stepper /docs/components/file-drop-zone | SvelteKit, Svelte 5, Bits UI, Tailwind
material-kit | hard-last | minimal-ui-kit/material-kit-react@69e780a | / /user /products /blog /sign-in | React 19, MUI 7, Emotion
shadcn-vue-admin | hard-last | Whbbit1999/shadcn-vue-admin@063c0e3 | /dashboard /tasks /users /settings /billing /auth/sign-in | Vue 3, Reka UI, Tailwind
r2h-portfolio | hard-last | r2-h/portfolio-styled-components@9637571 | / | React 18, styled-components 6, Vite
jordano-portfolio | hard-last | jordanogiacomet/portfolio-styled-components@c98f9d2 | / | React 18, styled-components 6, webpack 5, JavaScript
lux-admin | hard-read | yangjiakai/lux-admin-vuetify3@08bc3df | /landing/home /auth/signin /datatable/dessert /app/todo /dashboard | Vue 3, Vuetify 3
theme-cactus | hard-read | chrismwilliams/astro-theme-cactus@7b6281c | / /about/ /posts/ /notes/ /tags/ | Astro 7, Tailwind`;

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
