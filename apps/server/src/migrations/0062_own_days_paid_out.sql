-- Nobody has their own days paid out where somebody else could say so.
create trigger guard_own before insert or update on leave_encashments
  for each row when (current_user = 'mshahara_app') execute function guard_encashment();
