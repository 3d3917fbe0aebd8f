-- What a request sets going is set going in its own name: letters and work are recorded by functions
-- that take who asks from the proven binding. (The one for work is made with the queues' tables.)

-- ---------------------------------------------------------------- letters

drop policy own_mails on mails;
revoke insert on mails from mshahara_app;

-- A request writes for the organisation it is bound to; the platform says for whom.
create function record_mail(
  letter uuid, org uuid, recipient text, subject text, body bytea, state text, lane text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if session_user = 'mshahara_app' then
    if bound_user() is null then
      raise exception 'nobody writes letters without a session'
        using errcode = 'insufficient_privilege';
    end if;
    org := bound_org();
  end if;
  -- Mail programs make links of what looks like an address, and lines of their own of a line break.
  if normalize(subject, NFKC) ~ '[[:cntrl:]@/\\]|[.:]\S' or recipient ~ '[[:cntrl:][:space:]<>,;]' then
    raise exception 'a letter with an address in its subject, or without a proper one to go to'
      using errcode = 'check_violation', constraint = 'mails_plain';
  end if;
  if body is null or state not in ('queued', 'kept') then
    raise exception 'a letter without words, or past its sending'
      using errcode = 'check_violation', constraint = 'mails_new';
  end if;
  insert into mails (id, organization_id, recipient, subject, body, state, lane)
  values (letter, org, recipient, subject, body, state, lane);
end $$;

-- ---------------------------------------------------------------- sealing

-- By the database's clock: how long an entry has waited to be sealed.
alter table activity_unsealed add column since timestamptz not null default clock_timestamp();

-- ---------------------------------------------------------------- rights

grant create on schema public to mshahara_platform;
alter function record_mail(uuid, uuid, text, text, bytea, text, text) owner to mshahara_platform;
revoke create on schema public from mshahara_platform;
revoke execute on function record_mail(uuid, uuid, text, text, bytea, text, text) from public;
grant execute on function record_mail(uuid, uuid, text, text, bytea, text, text)
  to mshahara_app, mshahara_platform;
