-- What the application's own role writes down is still to be done: nothing enters as taken or closed,
-- and a switch that protects is put off only by whoever may choose it.

create trigger guard_leave_pay before insert on leave_pay_days
  for each row when (current_user = 'mshahara_app') execute function guard_leave_pay();
create trigger guard_switching_off before update on casual_settings
  for each row when (current_user = 'mshahara_app' and old.keeps_roll and not new.keeps_roll)
  execute function guard_right('edit organization');
