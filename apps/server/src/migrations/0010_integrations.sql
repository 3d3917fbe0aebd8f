-- How organisations pay people: their banks' and M-PESA's credentials, and how each person is paid.

-- ---------------------------------------------------------------- integrations

create table integrations (
  organization_id uuid not null default app_org() references organizations (id),
  id uuid not null default gen_random_uuid(),
  type text not null check (type in ('bank', 'mpesa', 'paypal', 'stripe')),
  provider text not null,
  -- The organisation's when it was added; null for M-PESA.
  bank_code text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- What may be shown. Secrets are in `sealed`, under a key that is not in the database.
  meta jsonb not null default '{}',
  sealed bytea not null,
  -- Of the token in the address that a bank was given for its callbacks.
  hook_hash bytea,
  created_at timestamptz not null default app_now(),
  tested_at timestamptz,
  test_result text,
  -- Of the token in the address to which a test's answer comes.
  test_hash bytea,
  balance numeric(16, 2),
  balance_at timestamptz,
  primary key (organization_id, id)
);
-- Replaced ones stay: payments point to what they were made with.
create unique index integrations_one_active on integrations (organization_id, type)
  where status = 'active';
create index integrations_hook on integrations (hook_hash) where hook_hash is not null;
create index integrations_test on integrations (test_hash) where test_hash is not null;
call org_table('integrations', 'integrations', 'sealed,hook_hash',
  'tested_at,test_result,test_hash,balance,balance_at');
-- The operator adds them; an organisation may only try them out.
revoke insert, update, delete on integrations from mshahara_app;
grant update (tested_at, test_result, test_hash, balance, balance_at) on integrations
  to mshahara_app;

-- ---------------------------------------------------------------- how people are paid

alter table employees
  add column pay_by text not null default 'bank' check (pay_by in ('bank', 'mpesa')),
  -- When account, phone or way of payment last changed; null where they are as first entered.
  add column payee_changed_at timestamptz;
create trigger note_payee_change
  before update of bank_name, branch_name, bank_code, branch_code, account_no, phone, pay_by
  on employees for each row execute function note_payee_change();
-- The log has the change itself.
drop trigger activity on employees;
call guard_log('employees', 'employees', '', 'payee_changed_at');
