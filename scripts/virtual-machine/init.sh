#!/bin/busybox sh
# The first process of the virtual machine: gives the command the files of the host, changes to which stay on a disk that is discarded.
bb=/bin/busybox
for dir in proc sys dev host disk root; do $bb mkdir -p "/$dir"; done
$bb mount -t proc proc /proc
$bb mount -t sysfs sys /sys
$bb mount -t devtmpfs dev /dev
end() {
  echo "KUBEMIN_EXIT $1"
  $bb sync
  $bb poweroff -f
}
for module in /modules/*; do $bb insmod "$module" || echo "cannot load $module"; done
$bb mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,cache=loose,ro host /host || end 125
$bb mount -t ext4 /dev/vda /disk || end 125
$bb mkdir -p /disk/upper /disk/work /disk/tmp
$bb mount -t overlay -o lowerdir=/host,upperdir=/disk/upper,workdir=/disk/work overlay /root || end 125
for dir in proc sys dev; do $bb mount --move "/$dir" "/root/$dir"; done
# Containers have overlays of their own, which cannot be above another one.
$bb mount --bind /disk/tmp /root/tmp
$bb chmod 1777 /root/tmp
$bb mount -t tmpfs run /root/run
$bb mkdir -p /root/dev/pts /root/dev/shm /root/usr/lib/modules
$bb mount -t devpts devpts /root/dev/pts
$bb mount -t tmpfs shm /root/dev/shm
$bb mount -t cgroup2 -o nsdelegate cgroup2 /root/sys/fs/cgroup
. /settings
$bb mount --bind "/host$MODULES" /root/usr/lib/modules
$bb hostname kubemin-vm
$bb ip link set lo up
# Not chroot: it would forbid namespaces of users.
exec $bb switch_root /root /bin/sh -c '
  (cd "$1" && export PATH="$2" HOME=/tmp && eval "$3")
  echo "KUBEMIN_EXIT $?"
  sync
  /bin/busybox poweroff -f
' sh "$DIRECTORY" "$SEARCH" "$COMMAND"
