#!/usr/bin/env bash
# Make a list for season reports in a running Mailman 3: only gm posts, nobody is held up.
#
#   make_list.sh LIST POSTER     reports@lists.example.org gm@games.example.org
#
# POSTER is the server's address; its games write as gm+tara@games.example.org, which counts as
# well. Where games have addresses of their own (address_style = "name"), it is the domain alone:
# @games.example.org.
#
# MAILMAN_API is the address of its REST API with user and password, as in mailman.cfg:
# http://restadmin:restpass@localhost:8001/3.1
set -euo pipefail

if [ $# -ne 2 ]; then
  sed -n 's/^#   \(make_list\.sh.*\)/usage: \1/p' "$0" >&2
  exit 64
fi
list=$1 poster=$2 domain=${1#*@} id=${1/@/.}
# A pattern for Mailman: the dots of the address are dots, and behind its name a game's may stand.
host=${poster#*@} name=${poster%@*}
from="^${name//./\\.}${name:+([-+=_][^@]*)?}@${host//./\\.}\$"
[ -n "$name" ] || from="^[^@]+@${host//./\\.}\$"
api=${MAILMAN_API:?"MAILMAN_API is the address of the REST API, with user and password"}

# Send a request; the codes after it are those that are well.
call() {
  local method=$1 path=$2 good=$3 code
  shift 3
  code=$(curl -sS -o /dev/null -w '%{http_code}' -X "$method" "$api/$path" "$@")
  case " $good " in
    *" $code "*) ;;
    *) echo "$method $path: Mailman answered $code" >&2; exit 69 ;;
  esac
}

call POST domains '201 400' -d "mail_host=$domain"
call POST lists '201 400' -d "fqdn_listname=$list"
# Mailman notes which archives a list has when they are first asked for. Two of its processes that
# ask at once, at the first posting, note them twice, and it puts every later mail aside.
call GET "lists/$id/archivers" 200
# gm's own headers stay as they are, so that a report keeps its thread and a reply goes to the
# game and not to the list. Whoever else writes to the list is held for its owner.
call PATCH "lists/$id/config" 204 \
  -d "default_nonmember_action=hold" \
  -d "default_member_action=hold" \
  -d "reply_goes_to_list=no_munging" \
  -d "anonymous_list=false" \
  -d "dmarc_mitigate_action=no_mitigation" \
  -d "max_message_size=0" \
  -d "subject_prefix=" \
  -d "filter_content=false" \
  -d "administrivia=false" \
  -d "archive_policy=public" \
  -d "send_welcome_message=true" \
  -d "respond_to_post_requests=false"
call PATCH "lists/$id/config" 204 --data-urlencode "accept_these_nonmembers=$from"
echo "$list takes reports from $poster"
