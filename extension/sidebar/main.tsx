import { render } from "solid-js/web";
import { connect } from "./connect.js";
import { createSidebar } from "./state/sidebar.js";
import { Sidebar } from "./view/Sidebar.js";
import { SidebarContext } from "./view/use-sidebar.js";

const lines = await connect();
render(
  () => (
    <SidebarContext.Provider value={createSidebar(lines)}>
      <Sidebar />
    </SidebarContext.Provider>
  ),
  document.body,
);
