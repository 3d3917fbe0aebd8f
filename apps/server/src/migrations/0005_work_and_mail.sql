-- The outbox is its own queue: two lanes, turns between those who write, and an end for everything.

alter table mails
  -- What somebody waits for at the screen never waits for other letters.
  add column lane text not null default 'letters' check (lane in ('codes', 'letters')),
  -- Letters go out by turns between organisations; codes between those who wait for one.
  add column turn text not null generated always as
    (case lane when 'codes' then recipient else coalesce(organization_id::text, '') end) stored,
  -- By the database's clock, as everything about waiting for a server.
  add column tries int not null default 0,
  add column try_at timestamptz not null default now(),
  -- Whoever hands it over is done by then, or dead.
  add column held_until timestamptz;
create index mails_waiting on mails (lane, turn, try_at) where state = 'queued';
create index mails_held on mails (held_until) where state = 'sending';

-- What an organisation has under way.
create index jobs_under_way on jobs (organization_id, name) where state in ('queued', 'running');
-- Kept here too, so that a job can be ended properly whatever became of its place in the queue.
alter table jobs add column data jsonb not null default '{}';
