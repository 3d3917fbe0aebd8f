-- Bank files from before claims were kept (0040) pay their people as well: everybody with an account
-- whom nobody was paying otherwise. Who may have been paid and is in one has two reasons not to be.
alter table bank_file_claims disable trigger claim_once;
set local role mshahara_platform;
insert into bank_file_claims (organization_id, byproduct_id, slip_id)
select b.organization_id, b.id, s.id from byproducts b
join payslips s on s.organization_id = b.organization_id and s.payroll_id = b.payroll_id
where b.type in ('bank', 'co-op-bank', 'equity-bank', 'kcb-bank', 'ncba-bank', 'national-bank')
  and b.state = 'confirmed' and b.withdrawn_at is null
  and not exists (select from bank_file_claims c
    where c.organization_id = b.organization_id and c.byproduct_id = b.id)
  and s.frozen and not s.void and s.net > 0 and s.person ->> 'account_no' is not null
  and s.person ->> 'pay_by' is distinct from 'mpesa'
  and not exists (select from payout_attempts a where a.organization_id = s.organization_id
    and a.slip_id = s.id and a.state <> 'failed');
reset role;
alter table bank_file_claims enable trigger claim_once;
