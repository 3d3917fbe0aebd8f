-- A request writes for the organisation it is bound to; the platform says for whom.
create or replace function record_mail(
  letter uuid, org uuid, recipient text, subject text, body bytea, state text, lane text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- What goes to many is the platform's own, and may say 2.5 or 1/7 in its subject.
  if lane = 'many' and (session_user = 'mshahara_app' or org is not null) then
    raise exception 'an organisation does not write to many'
      using errcode = 'insufficient_privilege';
  end if;
  if session_user = 'mshahara_app' then
    if bound_user() is null then
      raise exception 'mail cannot be sent without a session'
        using errcode = 'insufficient_privilege';
    end if;
    org := bound_org();
  end if;
  -- Mail programs turn what looks like an address into a link, and a line break into a header.
  if subject ~ '[[:cntrl:]]' or recipient ~ '[[:cntrl:][:space:]<>,;]'
    or (lane <> 'many' and normalize(subject, NFKC) ~ '[[:cntrl:]@/\\]|[.:]\S') then
    raise exception 'a message with an address in its subject, or without a valid recipient'
      using errcode = 'check_violation', constraint = 'mails_plain';
  end if;
  if body is null or state not in ('queued', 'kept') then
    raise exception 'a message without a body, or past sending'
      using errcode = 'check_violation', constraint = 'mails_new';
  end if;
  -- What its owner asked for on our own page belongs to no organisation.
  if lane = 'texts' then
    perform refuse_unwanted(recipient,
      case subject when 'Security alert' then 'alert' else 'text' end, org is null);
  end if;
  insert into mails (id, organization_id, recipient, subject, body, state, lane)
  values (letter, org, recipient, subject, body, state, lane);
end $$;

alter function record_mail(uuid, uuid, text, text, bytea, text, text) owner to mshahara_platform;
grant execute on function record_mail(uuid, uuid, text, text, bytea, text, text)
  to mshahara_app, mshahara_platform;
