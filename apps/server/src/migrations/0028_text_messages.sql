-- Text messages go out by the road of the letters, in a lane of their own.

alter table mails drop constraint mails_lane_check;
alter table mails add constraint mails_lane_check
  check (lane in ('codes', 'letters', 'many', 'texts'));
