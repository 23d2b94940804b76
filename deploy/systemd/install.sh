#!/bin/sh
# Makes a checkout in /srv/town a service of systemd: account, settings, unit, and the command `town`. As root; run it again
# after an upgrade that changed these files. It never overwrites settings. DESTDIR=/somewhere writes below that folder and
# changes nothing else.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=${DESTDIR:-}
program=/srv/town

[ -n "$root" ] || [ "$(id -u)" = 0 ] || { echo "Run this as root." >&2; exit 1; }
[ -n "$root" ] || [ -f "$program/package.json" ] || { echo "The program has to be in $program: git clone ADDRESS $program" >&2; exit 1; }

install -D -m 644 "$here/town.service" "$root/etc/systemd/system/town.service"
install -D -m 644 "$here/town.sysusers.conf" "$root/etc/sysusers.d/town.conf"
install -D -m 755 "$here/town" "$root/usr/local/bin/town"
if [ ! -e "$root/etc/town.env" ]; then
  install -D -m 640 "$here/town.env" "$root/etc/town.env"
  echo "Wrote $root/etc/town.env: put the site's address and mail server there."
fi
[ -z "$root" ] || exit 0

systemd-sysusers /etc/sysusers.d/town.conf
chown root:town /etc/town.env
install -d -o town -g town -m 700 /var/lib/town /var/backups/town
chown -R town:town "$program"
systemctl daemon-reload
echo "Ready. Start it, now and at every boot: systemctl enable --now town"
