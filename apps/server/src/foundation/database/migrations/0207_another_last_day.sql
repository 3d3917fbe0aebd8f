-- The last day says who leaves, whatever the status: a contract that is extended counts as well.
drop trigger no_longer_leaving on employees;
create trigger no_longer_leaving after update of termination_date on employees
  for each row when (old.termination_date is not null
    and new.termination_date is distinct from old.termination_date)
  execute function no_longer_leaving();
