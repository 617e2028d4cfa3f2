import { makeTemplate } from "./template";

/** Migrates one database before the suite, for each test to start from a copy of. */
export default makeTemplate;
