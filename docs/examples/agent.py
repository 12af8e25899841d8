#!/usr/bin/env python3
"""A small Lectern agent (see docs/protocol.md); it needs paho-mqtt, 1.6 or 2.1, in Debian the package python3-paho-mqtt.
    agent.py --auth http://127.0.0.1:8080/auth --mqtt ws://127.0.0.1:8080/mqtt/ --tenant demo --secret SECRET
             --name "Ben Ode" [--email ben@demo.example] [--screenshot "COMMAND that writes a JPEG of 320 by 180"]
             [--state FILE, where the agent stores its identity, its secret and its refresh token]"""
import argparse, json, os, platform, random, socket, subprocess, time, urllib.error, urllib.parse, urllib.request, uuid
import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
for name in ("auth", "mqtt", "tenant", "secret", "name"): PARSER.add_argument("--" + name, required=True)
PARSER.add_argument("--email")
PARSER.add_argument("--hostname", default=socket.gethostname())
PARSER.add_argument("--screenshot", default="import -window root -resize 320x180! jpeg:-")
PARSER.add_argument("--state", default=os.path.expanduser("~/.lectern-agent.json"))
ARGS = PARSER.parse_args()
now = lambda: int(time.time() * 1000)


class Agent:
    def __init__(self):
        self.instance, self.is_new, self.replies, self.groups, self.demands = uuid.uuid4().hex[:8], True, {}, set(), {}
        self.me, self.conflicts, self.stored = None, 0, {"id": str(uuid.uuid4())}
        if os.path.exists(ARGS.state): self.stored = json.load(open(ARGS.state))
        else: self.store()

    def store(self, **fields):  # Only this user may read the file.
        self.stored = {key: value for key, value in (self.stored | fields).items() if value is not None}
        with open(os.open(ARGS.state, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file: json.dump(self.stored, file)

    def get_tokens(self):  # By the single-use refresh token, or by this machine's own secret, at first by the site's.
        headers, path = {"content-type": "application/json", "tenant-key": ARGS.tenant}, "refresh"
        about = {"type": "windowsAgent", "hostname": ARGS.hostname, "version": "example",
                 "user": {"name": ARGS.name, **({"email": ARGS.email} if ARGS.email else {})}}
        token, secret, body = self.stored.get("token"), self.stored.get("secret"), {}
        if token and self.stored.get("about") == about: headers["authorization"] = "Bearer " + token
        else: path, body = "devices/login", about | {"secret": secret or ARGS.secret, "installationId": self.stored["id"]}
        request = urllib.request.Request(f"{ARGS.auth}/{path}", json.dumps(body).encode(), headers)
        try: self.me = json.load(urllib.request.urlopen(request, timeout=10))
        except urllib.error.HTTPError as error: self.refused(path, error)
        self.store(about=about, token=self.me["refreshToken"], secret=self.me.get("deviceSecret", secret))
        self.conflicts = 0
        self.renew_at = time.time() + self.me["expiresIn"] - 60
        self.site = f"{ARGS.tenant}/{self.me['siteId']}"
        self.person = f"{self.me['authType']}/{self.me['userId']}/{self.me['clientId']}"

    def refused(self, path, error):  # Forget what the platform refused; the next call uses the secret before it.
        self.me = None
        if error.code == 401: self.store(**{"token" if path == "refresh" else "secret": None})
        if error.code == 409: self.conflicts += 1
        if self.conflicts > 1: self.store(id=str(uuid.uuid4()), secret=None)  # This disk was copied from another machine.
        time.sleep(int(error.headers.get("Retry-After", 0)))
        raise error

    def connect(self):  # Clean Start only the first time, because later connections resume the session.
        self.since = now()
        at = urllib.parse.urlsplit(ARGS.mqtt + (urllib.parse.quote(self.me["siteId"], "!'()*") if ARGS.mqtt[-1] == "/" else ""))
        client_id = f"device:{ARGS.tenant}:{self.me['siteId']}:{self.me['clientId']}:{self.instance}"
        version = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
        client = self.mqtt = mqtt.Client(*version, client_id=client_id, protocol=mqtt.MQTTv5, transport="websockets")
        client.ws_set_options(at.path, headers=lambda headers: {k: v for k, v in headers.items() if k != "Origin"})
        if at.scheme == "wss": client.tls_set()
        client.username_pw_set(self.me["accessToken"], self.me["accessToken"])
        will, session = Properties(PacketTypes.WILLMESSAGE), Properties(PacketTypes.CONNECT)
        will.WillDelayInterval, session.SessionExpiryInterval = 3, 60  # seconds
        client.will_set(f"{self.site}/lastwill/{self.person}", json.dumps({"since": self.since}), 1, properties=will)
        client.on_connect, client.on_message = self.on_connect, self.on_message
        port = at.port or (443 if at.scheme == "wss" else 80)
        client.connect(at.hostname, port, 10, clean_start=self.is_new, properties=session)

    def on_connect(self, client, _data, _flags, code, _properties):
        if getattr(code, "value", code) != 0: return print("refused:", code, flush=True)
        self.is_new = False
        presence = {"hostname": ARGS.hostname, "os": platform.system(), "type": "windowsAgent", "since": self.since}
        client.publish(f"{self.site}/presence/{self.person}", json.dumps(presence), 1, retain=True)
        mine = f"{self.site}/tutors/+/v1/{self.me['authType']}s/{self.me['userId']}"
        one = f"{mine}/clients/{self.me['clientId']}"
        client.subscribe([(topic, 1) for topic in (
            f"{mine}/actions", f"{mine}/demands", f"{one}/actions", f"{one}/demands",
            f"{self.site}/tutors/+/v1/requeststopscreenshares", f"{self.site}/lastwill/tutors/+",
            f"{self.site}/clients/{self.me['clientId']}/#")])
        self.groups = set()  # The retained list of groups arrives again; say hello to each.

    def on_message(self, client, _data, message):
        levels = message.topic.split("/")
        if message.topic == f"{self.site}/clients/{self.me['clientId']}/groups":
            return self.in_groups(set(json.loads(message.payload)["groups"]) if message.payload else set())
        if message.retain: return
        if levels[2] == "lastwill": self.tutor_left(levels[4], json.loads(message.payload or b"{}"))
        elif levels[-1] == "demands": self.on_demand(levels[3], message.properties, json.loads(message.payload))
        elif levels[-1] == "actions": self.on_action(levels[3], message.properties, json.loads(message.payload))

    def in_groups(self, groups):
        for group in groups - self.groups:
            self.mqtt.subscribe(f"{self.site}/tutors/+/v1/groups/{group}/#", 1)
            self.tell(f"{self.site}/groups/{group}/feedback", "hello", {})
        for group in self.groups - groups:
            self.mqtt.unsubscribe(f"{self.site}/tutors/+/v1/groups/{group}/#")
            self.demands = {key: one for key, one in self.demands.items() if f"/groups/{group}/" not in key[2]}
        self.groups = groups

    def on_demand(self, tutor, properties, demand):  # Answer a new or renewed demand at once, then at its frequency.
        to = getattr(properties, "ResponseTopic", "")
        own = {f"{self.site}/groups/{group}/feedback" for group in self.groups}
        if to not in own | {f"{self.site}/tutors/{tutor}/v1/backchannel"}: return
        key = (tutor, demand.get("source"), to, demand["demand-type"])
        if demand["TTL"] == 0: return self.demands.pop(key, None)
        every = min(demand["frequency"] / 1000 or 10, 10) if key[3] == "statuses" else demand["frequency"] / 1000 or 3600
        self.demands[key] = {"every": every, "ends": time.time() + demand["TTL"] / 1000, "due": 0}

    def tutor_left(self, tutor, will):
        of_source = lambda key: key[0] == tutor and will.get("source") in (None, key[1])
        self.demands = {key: one for key, one in self.demands.items() if not of_source(key)}

    def report(self):
        at = time.time()
        self.demands = {key: one for key, one in self.demands.items() if one["ends"] > at}
        due = {key: one for key, one in self.demands.items() if one["due"] <= at}
        for one in due.values(): one["due"] = at + one["every"]
        for to, kind in {key[2:] for key in due}: self.answer(to, kind)  # One report serves all consoles of a group.

    def answer(self, to, kind):
        if kind == "info":
            self.tell(to, kind, {"type": "windowsAgent", "version": "example", "device": {"hostname": ARGS.hostname},
                                 "displays": [{"id": "1", "primary": True}],
                                 "user": {"id": self.me["userId"], "name": ARGS.name}})
        elif kind == "statuses": self.tell(to, kind, {"privacy": False})
        elif kind in ("tabs", "applications"): self.tell(to, kind, {kind: []})
        elif kind == "thumbnails":
            picture = subprocess.run(ARGS.screenshot, shell=True, capture_output=True).stdout
            about = Properties(PacketTypes.PUBLISH)
            about.ContentType = "image/jpeg"
            about.UserProperty = [("userId", self.me["userId"]), ("authType", self.me["authType"]), ("display", "1"),
                                  ("primary", "1"), ("quality", "50"), ("width", "320"), ("height", "180"), ("at", str(now()))]
            self.mqtt.publish(f"{to}/{self.me['clientId']}/thumbnail", picture, 0, properties=about)

    def tell(self, to, kind, record):
        self.say(to, kind, {key: self.me[key] for key in ("clientId", "userId", "authType")} | {"lastUpdated": now()} | record)

    def say(self, to, kind, record, qos=0, correlation=None):
        about = Properties(PacketTypes.PUBLISH)
        about.ContentType = "application/json"
        if correlation is not None: about.CorrelationData = correlation
        self.mqtt.publish(f"{to}/{self.me['clientId']}/{kind}", json.dumps(record), qos, properties=about)

    def on_action(self, tutor, properties, action):  # Act once; repeat the same reply to each copy.
        to = f"{self.site}/tutors/{tutor}/v1/backchannel"
        if getattr(properties, "ResponseTopic", to) != to: return
        reply = self.replies.get((tutor, action["id"]))
        if reply is None:
            reply = {"id": action["id"], "action": action["action"], "ok": action["action"] in ("notification", "ping")}
            if action["action"] == "notification": print(action["parameters"].get("message"), flush=True)
            if not reply["ok"]: reply["code"] = "unsupported"
            self.replies[(tutor, action["id"])] = reply
        at = {"at": now()} if action["action"] == "ping" else {}
        self.say(to, "reply", reply | at, 1, getattr(properties, "CorrelationData", action["id"].encode()))

    def run(self):
        while True:
            try:
                if not self.me or time.time() > self.renew_at: self.get_tokens()
                self.connect()
                while time.time() < self.renew_at and self.mqtt.loop(0.2) == mqtt.MQTT_ERR_SUCCESS: self.report()
                self.mqtt.disconnect()
            except (OSError, ValueError) as error: print("again soon:", error, flush=True)
            time.sleep(random.uniform(0.2, 4))


Agent().run()
