import { render } from "solid-js/web";
import { offerNativeRelay } from "../native-relay.js";
import { connect } from "./connect.js";
import { Sidebar } from "./view/Sidebar.js";

offerNativeRelay();
const lines = await connect();
render(() => <Sidebar lines={lines} />, document.body);
