-- Where pay goes is asked about with the addresses that prove a person (B29), and of casual workers
-- as of employees.

drop trigger second_person_payees on employees;
create trigger second_person_payees after update on employees
  for each row when (current_user = 'mshahara_app'
    and ((new.phone, new.email) is distinct from (old.phone, old.email)
      or payee_of(new.pay_by, new.phone, new.bank_name, new.branch_name, new.bank_code,
        new.branch_code, new.account_no)
      is distinct from payee_of(old.pay_by, old.phone, old.bank_name, old.branch_name,
        old.bank_code, old.branch_code, old.account_no))) execute function second_person_payees();

create trigger second_person_payees after update on casuals
  for each row when (current_user = 'mshahara_app'
    and (new.pay_by, new.phone) is distinct from (old.pay_by, old.phone))
  execute function second_person_payees();
create trigger second_person_rates after update on casuals
  for each row when (current_user = 'mshahara_app'
    and (new.pay, new.pay_basis, new.piece) is distinct from (old.pay, old.pay_basis, old.piece))
  execute function second_person_rates();

-- Whose maker is still to hear of it.
create index proposals_voided on proposals (decided_at) where state = 'void';
