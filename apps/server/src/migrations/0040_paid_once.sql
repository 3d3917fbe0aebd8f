-- Somebody who may have been paid for a slip is instructed again only after the provider, asked, has
-- said that the earlier attempt failed for good (C19), and a bank file claims the people in it.

alter table payout_attempts
  -- The order it was made under.
  add column request_id uuid,
  add constraint payout_attempts_request foreign key (organization_id, request_id)
    references payout_requests (organization_id, id),
  -- A failure that somebody reported is none until the provider, asked, confirms it.
  add column surely_failed boolean not null generated always as
    (state = 'failed' and settled_by is distinct from 'result') stored;

set local role mshahara_platform;
update payout_attempts a set request_id = o.request_id from payouts o
where o.organization_id = a.organization_id and o.id = a.payout_id;
-- Those that were sent again were asked about first.
update payout_attempts a set settled_by = 'question'
where a.state = 'failed' and a.settled_by = 'result' and exists (select from payout_attempts b
  where b.organization_id = a.organization_id and b.slip_id = a.slip_id and b.number > a.number);
-- What was reported lately is asked about now; the rest when somebody wants it paid.
update payout_attempts set ask_at = app_now(), asks = 0
where state = 'failed' and not surely_failed and settled_at > app_now() - interval '7 days';
reset role;

-- Another instruction for a payslip, by whatever method, only when every earlier one surely failed.
drop index payout_attempts_once;
create unique index payout_attempts_once on payout_attempts (organization_id, slip_id)
  where not surely_failed;
create trigger instruct_once before insert on payout_attempts
  for each row execute function instruct_once();

-- ---------------------------------------------------------------- bank files

-- Who says that a bank file was not used; null when its payroll has changed since.
alter table byproducts add column withdrawn_by text;

-- Whom a bank file pays, for as long as it is not withdrawn.
create table bank_file_claims (
  organization_id uuid not null default app_org() references organizations (id),
  byproduct_id uuid not null,
  slip_id uuid not null,
  primary key (organization_id, byproduct_id, slip_id),
  constraint bank_file_claims_byproduct foreign key (organization_id, byproduct_id)
    references byproducts (organization_id, id) on delete cascade,
  constraint bank_file_claims_payslip foreign key (organization_id, slip_id)
    references payslips (organization_id, id)
);
create index bank_file_claims_of_slip on bank_file_claims (organization_id, slip_id);
call org_table('bank_file_claims', '');
revoke update, delete on bank_file_claims from mshahara_app;
create trigger claim_once before insert on bank_file_claims
  for each row execute function claim_once();

create trigger payments_in_doubt before insert or update on payroll_payments
  for each row execute function refuse_payment_in_doubt();
