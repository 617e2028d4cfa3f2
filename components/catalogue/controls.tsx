import { UseBox } from "@/components/agents/use-box";
import { Breadcrumb } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { Confirm } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { ChoiceNav, EmptyList, ListPages } from "@/components/ui/list";
import { RelativeTime, ShortRelativeTime } from "@/components/ui/relative-time";
import { FactList, Section } from "@/components/ui/section";
import { SubmitButton } from "@/components/ui/submit-button";
import { connectionsOf } from "@/lib/features/agents/connect/snippets";
import { Specimen, State } from "./specimen";

const DID = "did:demo:s2:glossa";

const SNIPPETS = connectionsOf({
  did: DID,
  name: "Glossa",
  endpoints: [],
  capability_manifest: { packages: [{ registryType: "npm", identifier: "@example/glossa", version: "2.4.1" }] },
});

/** Shows buttons, fields and code. */
export function Controls() {
  return (
    <Section title="Controls">
      <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
        Buttons and links are bottle green. They are at least 44 px high, text links in lists at least 24 px. Every
        focused element has a ring of 2 px. Use the tab key to see it. Under the pointer the solid button gets darker,
        the quiet button gets a background, and the line of a link gets its full colour.
      </p>
      <Specimen name="Button" says="Solid for the one main action of a view, quiet for the others.">
        <State name="Solid">
          <button type="button" className={BUTTON.solid}>
            Join
          </button>
        </State>
        <State name="Quiet">
          <button type="button" className={BUTTON.quiet}>
            Suspend
          </button>
        </State>
        <State name="Sending: does nothing until the response arrives">
          <button
            type="button"
            aria-disabled
            className={`${BUTTON.solid} aria-disabled:cursor-progress aria-disabled:opacity-70`}
          >
            Record it
          </button>
        </State>
      </Specimen>
      <Specimen name="Search field" says="A line of text that works in a plain form.">
        <State name="Empty">
          <TextField label="Search by DID or name" name="empty" value="" placeholder={DID} />
        </State>
        <State name="Filled">
          <TextField label="Search by DID or name" name="filled" value="glossa" />
        </State>
      </Specimen>
      <Specimen
        name="Form"
        says="Problems are shown in ink and words next to the field, and nothing typed is lost. Red is only for incidents."
      >
        <form action="/components" className="grid w-full gap-5 md:grid-cols-2">
          <FormText label="Name" name="plain" value="" hint="As it is shown." />
          <FormText
            label="DID"
            name="wrong"
            value="did:fed:atlas"
            mono
            problems={["A DID has four parts: did, method, zone and name."]}
          />
          <FormArea label="Reason" name="reason" value="" hint="Public, in the record." />
          <FormSelect
            label="Tier"
            name="tier"
            value="T1"
            options={["T0", "T1", "T2"].map((tier) => ({ value: tier, name: tier }))}
          />
          <div className="md:col-span-2">
            <FormNotice message="Correct one field." />
          </div>
          <div className="md:col-span-2">
            <SubmitButton>Send</SubmitButton>
          </div>
        </form>
      </Specimen>
      <Specimen
        name="Confirm"
        says="A step before an action that cannot be undone. After its form was rejected, it is open."
      >
        <State name="Closed">
          <Confirm summary="Erase the payload">It cannot be brought back.</Confirm>
        </State>
        <State name="Open">
          <Confirm summary="Erase this payload" open>
            It cannot be brought back.
          </Confirm>
        </State>
      </Specimen>
      <Specimen
        name="Copy"
        says="Next to ids and hashes. It says “Copied”, or “Select it” if the browser does not allow copying."
      >
        <CopyButton text={DID} what="the DID" />
      </Specimen>
      <Specimen name="Code" says="The same call in several languages, also without JavaScript.">
        <State name="Tabs" wide>
          <CodeTabs
            label="Language"
            samples={{ curl: "curl -s localhost:3000/health", TypeScript: 'await fetch("/health");' }}
          />
        </State>
        <State name="Long text, in a box that scrolls" wide>
          <CodeBlock bounded code={JSON.stringify({ did: DID, skills: ["Translate Polish to English"] })} />
        </State>
      </Specimen>
      <Specimen
        name="Ways to use an agent"
        says="Made from its record, and quoted for the shell. Tabs, or an accordion on a phone."
      >
        <div className="w-full min-w-0">
          <UseBox direct={SNIPPETS} relayed={[]} repository="" />
        </div>
      </Specimen>
      <Specimen name="Choice" says="A few views of one list. Each has its own address.">
        <ChoiceNav
          label="An example of choices"
          choices={["All", "Passed", "Failed"].map((name, index) => ({ name, href: "/audits", chosen: index === 0 }))}
        />
      </Specimen>
      <Specimen name="Breadcrumb" says="The pages above a page.">
        <Breadcrumb above={[{ name: "Anchors", href: "/anchors" }]} here="1,042" />
      </Specimen>
      <Specimen name="List" says="Its footer shows the range in the whole list. An empty list says what to do.">
        <State name="In the middle" wide>
          <ListPages limit={25} offset={50} total={1_042} href={() => "/agents"} />
        </State>
        <State name="Empty" wide>
          <EmptyList title="No agent matches.">Remove a filter, or search for a shorter part of the name.</EmptyList>
        </State>
      </Specimen>
      <Specimen name="Facts" says="Facts, each with its name.">
        <State name="Two" wide>
          <FactList
            facts={[
              { name: "Zone", value: "S2" },
              { name: "Written", value: <RelativeTime instant="2026-11-22T09:00:00.000Z" /> },
            ]}
          />
        </State>
      </Specimen>
      <Specimen
        name="Time"
        says="The age, kept current by the browser, or the day if it is more than 30 days ago. Without JavaScript it is the day. The UTC instant is its title."
      >
        {[
          "2026-11-22T11:59:40.000Z",
          "2026-11-22T11:21:00.000Z",
          "2026-11-22T03:00:00.000Z",
          "2026-10-01T12:00:00.000Z",
        ].map((instant) => (
          <State key={instant} name={instant.slice(0, 16).replace("T", " ")}>
            <ShortRelativeTime instant={instant} />
          </State>
        ))}
      </Specimen>
    </Section>
  );
}
