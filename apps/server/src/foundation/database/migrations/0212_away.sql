-- The last days on which somebody was gone: dismissed, and taken back. Kept by the database.
alter table employees add away_from date, add back_on date,
  add constraint employees_away check (away_from < back_on);
create trigger keep_days_away before insert or update on employees
  for each row when (current_user <> 'mshahara_eraser') execute function keep_days_away();
