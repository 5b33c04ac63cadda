// @ts-check
// Pages that are only read: settings and nothing else.
import { followOpeners, followPanel } from "./settings.js";

followPanel();
followOpeners();
