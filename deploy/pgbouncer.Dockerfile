# PgBouncer as Debian has it. The owner's password comes from the environment, and the two logins
# of the server, whose passwords follow from SECRET_KEY, are looked up in the database.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends pgbouncer \
  && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/mshahara.ini
USER postgres
EXPOSE 6432
CMD ["/bin/sh", "-c", "umask 077; printf '\"mshahara_owner\" \"%s\"\\n' \"$DB_PASSWORD\" > /tmp/users.txt; exec pgbouncer /etc/pgbouncer/mshahara.ini"]
