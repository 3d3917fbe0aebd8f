-- Addresses of due days for calendar programs, which sign in nowhere.
create table remittance_feeds (
  organization_id uuid not null default app_org() references organizations (id),
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (organization_id, user_id),
  constraint remittance_feeds_user foreign key (organization_id, user_id)
    references memberships (organization_id, user_id) on delete cascade
);
create unique index remittance_feeds_token on remittance_feeds (token_hash);
call org_table('remittance_feeds', '');
create trigger guard_own before insert or update or delete on remittance_feeds
  for each row when (current_user = 'mshahara_app') execute function guard_delegation();
