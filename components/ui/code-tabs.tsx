"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import { CopyButton } from "./copy-button";

/** The same call in several languages, one shown at a time; without JavaScript the first. */
export function CodeTabs({ samples, label }: { samples: Record<string, string>; label: string }) {
  const names = Object.keys(samples);
  const [shown, setShown] = useState(names[0] ?? "");
  return (
    <Tabs.Root value={shown} onValueChange={(name) => setShown(String(name))}>
      <div className="flex items-end justify-between gap-3">
        <Tabs.List aria-label={label} className="flex min-w-0 overflow-x-auto">
          {names.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              className="min-h-9 cursor-pointer whitespace-nowrap border border-transparent border-b-0 px-3 text-ink-2 text-sm hover:text-accent data-active:border-hair data-active:bg-sunk data-active:text-ink"
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <span className="pb-1">
          <CopyButton text={samples[shown] ?? ""} what={shown} />
        </span>
      </div>
      {Object.entries(samples).map(([name, code]) => (
        <Tabs.Panel key={name} value={name} className="border-accent border-l-2 bg-sunk">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto p-4 font-mono text-xs leading-6">
            <code>{code}</code>
          </pre>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
