-- What was paid over of a month, to whom: an authority, a fund, a scheme, a SACCO, a lender. `authority`
-- is the key of the recipient (the type of the return, or 'remittance-' and the name of the deduction in
-- lower case); its name is kept as it was called then. A payment is never changed: what was recorded by
-- mistake is taken back by a row of its own, with the same figures below zero and the reason in `note`.
create table remittance_payments (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  number bigint generated always as identity,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  authority text not null check (length(authority) between 1 and 200),
  authority_name text not null check (length(authority_name) between 1 and 200),
  amount numeric(14, 2) not null,
  paid_on date not null,
  reference text not null check (length(reference) between 1 and 60),
  note text check (length(note) between 1 and 500),
  receipt text,
  takes_back uuid,
  -- What was on record of the month and the recipient before: of two at once the second is refused.
  paid_before numeric(14, 2) not null,
  -- Who recorded it.
  paid_by text not null default '',
  created_at timestamptz not null default app_now(),
  primary key (organization_id, id),
  constraint remittance_payments_takes_back foreign key (organization_id, takes_back)
    references remittance_payments (organization_id, id),
  constraint remittance_payments_sign
    check (case when takes_back is null then amount > 0 else amount < 0 end),
  constraint remittance_payments_reason check (takes_back is null or note is not null)
);
create unique index remittance_payments_back_once on remittance_payments (organization_id, takes_back)
  where takes_back is not null;
create index remittance_payments_of on remittance_payments (organization_id, month, authority);

call org_table('remittance_payments', 'remittances');
call guard_rights('remittance_payments', 'insert', 'edit payrolls');
revoke update, delete on remittance_payments from mshahara_app;

create trigger add_remittance_payment before insert on remittance_payments
  for each row execute function add_remittance_payment();
create trigger keep_remittance_payment before update or delete on remittance_payments
  for each row execute function keep_remittance_payment();
