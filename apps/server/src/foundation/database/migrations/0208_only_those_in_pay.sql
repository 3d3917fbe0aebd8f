-- Suspended after its draft was made, somebody was paid by it all the same.

create trigger only_those_in_pay after update on payrolls
  for each row when (old.status = 'draft' and new.status = 'confirmed')
  execute function only_those_in_pay();
