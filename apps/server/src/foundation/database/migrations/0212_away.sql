-- The days on which somebody was gone between two times of work. Kept by the database.
alter table employees add away datemultirange not null default '{}';
alter table casuals add away datemultirange not null default '{}';
create trigger keep_days_away before insert or update on employees
  for each row when (current_user <> 'mshahara_eraser') execute function keep_days_away();
create trigger keep_days_away before insert or update on casuals
  for each row when (current_user <> 'mshahara_eraser') execute function keep_days_away();
