// Supervises the program in the parameters, as npm start does the server.
import { supervise } from "../supervise.mjs";

process.exit(await supervise(process.argv.slice(2)));
