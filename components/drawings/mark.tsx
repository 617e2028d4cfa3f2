import { Seal } from "./seal";

/** The service's own mark: the seal of its council's DID. */
export function Mark() {
  return (
    <span className="text-accent">
      <Seal did="did:fed:s0:council" size={34} />
    </span>
  );
}
