-- Plans, what they cost and what was paid for them are written by the platform's role alone: the
-- application's own can neither order for nothing nor give a plan (A19).

revoke insert on payment_quotes, payment_orders, payment_pushes, payment_receipts, payment_credits,
  subscriptions from mshahara_app;
revoke update on payment_orders, subscriptions from mshahara_app;
revoke update (ended_on) on subscriptions from mshahara_app;

drop trigger keep_order on payment_orders;
create trigger keep_order before insert or update or delete on payment_orders
  for each row execute function keep_order();
