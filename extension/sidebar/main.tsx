import { render } from "solid-js/web";
import { connect } from "./connect.js";
import { Sidebar } from "./view/Sidebar.js";

const lines = await connect();
render(() => <Sidebar lines={lines} />, document.body);
