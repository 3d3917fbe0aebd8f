-- The operator's desk: documents of organisations, work of the platform itself, what went wrong.

-- When an organisation was last deactivated or taken back: its post waits from then on.
alter table organizations add column status_at timestamptz;
create index organizations_by_name on organizations (lower(name), id);
create index organizations_pin on organizations (pin_no);

create table organization_files (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  file text not null,
  added_by text not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id)
);
create unique index organization_files_file on organization_files (file);
call org_table('organization_files', 'organizations');

-- Work that the operator starts belongs to no organisation.
alter table jobs drop constraint jobs_pkey;
alter table jobs add primary key (id);
alter table jobs alter column organization_id drop not null;
-- Somebody has looked at it and leaves it as it is.
alter table jobs add column set_aside boolean not null default false;
-- When a screen last asked how far it is: whoever is looking needs no other news of its end.
alter table jobs add column asked_at timestamptz;
create index jobs_failed on jobs (created_at desc) where state = 'failed' and not set_aside;

alter table mails add column set_aside boolean not null default false;
create index mails_failed on mails (number desc)
  where state in ('failed', 'uncertain') and not set_aside;

create index payout_attempts_review on payout_attempts (created_at) where state = 'review';
