-- The books follow whom a day of payment comes to speak of while it stands (B35).
create constraint trigger journal after update of pay_by on employees deferrable initially deferred
  for each row when (old.pay_by = 'bank' and new.pay_by <> 'bank')
  execute function journal_recorded_too();
