/**
 * SQL that inserts agents made up from their number, always the same: six zones, two dozen roles and models, scores that
 * many share, and DIDs and names that end in the number, so that a search can find one agent or many.
 * Parameters: $1 the first number, $2 the last.
 */
export const INSERT_GENERATED_AGENTS = `
with numbered as (
  select i, abs(('x' || substr(md5(i::text), 1, 8))::bit(32)::int::bigint) as h from generate_series($1::int, $2::int) as i
), words as (
  select i, h,
    (array['amber','basalt','cedar','delta','ember','fathom','granite','harbor','iris','juniper','kelp','linden'])[1 + h % 12]
      as first,
    (array['heron','lantern','compass','ledger','anchor','beacon','quarry','meadow','signal','orchard'])[1 + h / 12 % 10]
      as second,
    (array['s0','s1','s2','s3','s4','testnet'])[1 + h / 120 % 6] as zone,
    (array['code','contract','clinical','dataset','policy','translation','incident','finance'])[1 + h / 720 % 8] || ' ' ||
      (array['reviewer','writer','auditor'])[1 + h / 5760 % 3] as role,
    (array['qwen3','mistral-large','granite-4','bielik','gemma-3','phi-5'])[1 + h / 17280 % 6] || '-' ||
      (array['8b','27b','34b','72b'])[1 + h / 103680 % 4] as model,
    (array['Assay Guild','Lattice Works','Night Watch','Open Margin','Polyglot Cooperative'])[1 + h / 414720 % 5]
      as provider
  from numbered
)
insert into agents (did, zone, name, provider, role, model, model_given, runtime_type, capabilities, skills, capability_manifest,
  status, trust_tier, trust_score, trust_as_of, owner_kind, registered_at, last_seen)
select
  format('did:fed:%s:%s-%s-%s', zone, first, second, lpad(i::text, 6, '0')),
  case when zone like 's_' then upper(zone) else zone end,
  format('%s %s %s', initcap(first), initcap(second), lpad(i::text, 6, '0')),
  provider, role, model, true, 'container',
  array[split_part(role, ' ', 1), split_part(role, ' ', 2)],
  array['Work as a ' || role, 'Explain the work of a ' || role],
  jsonb_build_object('role', role, 'version', '1.' || h % 10),
  case when i % 10 = 0 then 'unverified' else 'active' end,
  case when i % 10 = 0 then 'T0' when i % 7 = 0 then 'T2' else 'T1' end,
  (h % 801) / 10.0,
  (now() at time zone 'utc')::date,
  'operator',
  timestamptz '2026-01-01' + make_interval(mins => i),
  timestamptz '2026-01-01' + make_interval(mins => i)
from words`;
