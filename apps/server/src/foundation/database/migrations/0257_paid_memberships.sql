-- A month that was paid keeps the contributions that it had.
create trigger paid_months_stay before insert or update or delete on pension_members
  for each row when (current_user <> 'mshahara_eraser') execute function paid_months_stay();
