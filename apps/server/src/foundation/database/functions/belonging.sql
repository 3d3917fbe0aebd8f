-- Whose the functions are that the files after this one make.

-- They work as the platform, whoever's statement they are part of.
create or replace procedure as_platform(variadic made regprocedure[]) language plpgsql as $$
declare
  f regprocedure;
begin
  foreach f in array made loop
    execute format('alter function %s owner to mshahara_platform', f);
  end loop;
end $$;

-- The same, and requests may call them.
create or replace procedure for_requests(variadic made regprocedure[]) language plpgsql as $$
declare
  f regprocedure;
begin
  call as_platform(variadic made);
  foreach f in array made loop
    execute format('grant execute on function %s to mshahara_app, mshahara_platform', f);
  end loop;
end $$;
